import { beside, paragraph, type Block, type Column } from './blocks.ts'
import type { LabelledText } from './paper-model.ts'
import { TEXT_STYLES } from './text-styles.ts'

const GAP_DOTS = 16

/**
 * `Label: value` texts, two in a row where both fit half the paper. Saves a third of the paper of
 * one under another.
 */
export function infoGrid(column: Column, entries: readonly LabelledText[]): Block[] {
  const halfDots = Math.floor((column.widthDots - GAP_DOTS) / 2)
  const left: Column = { ...column, widthDots: halfDots }
  const right: Column = {
    ...column,
    xDots: column.xDots + column.widthDots - halfDots,
    widthDots: halfDots,
  }
  const style = TEXT_STYLES.body
  const rows: Block[] = []
  let waiting: string | null = null
  const flushWaiting = () => {
    if (waiting !== null) rows.push(paragraph(column, waiting, style))
    waiting = null
  }
  for (const entry of entries) {
    const text = entry.label === '' ? entry.value : `${entry.label}: ${entry.value}`
    const fitsHalf = column.measure(text, style) <= halfDots
    if (fitsHalf && waiting !== null) {
      rows.push(beside([paragraph(left, waiting, style), paragraph(right, text, style)]))
      waiting = null
    } else {
      flushWaiting()
      if (fitsHalf) waiting = text
      else rows.push(paragraph(column, text, style))
    }
  }
  flushWaiting()
  return rows
}
