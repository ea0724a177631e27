import { useCallback, useEffect, useRef, useState } from 'react'
import type { ImportArrangement, ImportList, ImportView } from '#shared/importing/importing.ts'
import { IMPORT_PART_BYTES } from '#shared/catalogue/import/limits.ts'
import type { Refusal } from '#shared/languages/refusals.ts'
import { callCore } from '../actions/counter.ts'
import { readAsBase64 } from '../kit/read-file.ts'
import { useUi, type TillUi } from '../stores/till-ui.ts'

/** Often enough for a bar that moves, seldom enough for the counter. */
const LOOK_MS = 250
const AT_WORK = ['receiving', 'reading', 'writing']

export interface ImportState {
  /** Undefined until the core has said whether there is a list. */
  readonly view: ImportView | null | undefined
  readonly refused: Refusal | null
  choose(file: File): void
  arrange(change: Partial<ImportArrangement>): void
  accept(): void
  cancel(): void
}

/** The list on its way into the catalogue, looked at again while the core works at it. */
export function useImport(list: ImportList): ImportState {
  const ui = useUi()
  const [view, setView] = useState<ImportView | null | undefined>(undefined)
  const [refused, setRefused] = useState<Refusal | null>(null)
  const isGone = useRef(false)
  const look = useCallback(async () => {
    const answer = await callCore(ui, ui.port.importing({ list }))
    if (!isGone.current && answer?.ok === true) setView(answer.value)
    if (!isGone.current && answer?.ok === false) setRefused(answer.refusal)
  }, [ui, list])
  useEffect(() => {
    isGone.current = false
    void look()
    return () => void (isGone.current = true)
  }, [look])
  const isAtWork = view != null && AT_WORK.includes(view.phase)
  useEffect(() => {
    if (!isAtWork) return
    const timer = setTimeout(() => void look(), LOOK_MS)
    return () => clearTimeout(timer)
    // Each look brings another view, and with it the next one.
  }, [look, isAtWork, view])
  const ask = async (asked: Promise<Parameters<typeof setRefusedOf>[0]>) => {
    setRefused(setRefusedOf(await asked))
    await look()
  }
  const importId = view?.importId ?? ''
  return {
    view,
    refused,
    choose: (file) => void ask(sendFile(ui, list, file, look)),
    arrange(change) {
      const arrangement = view?.plan?.arrangement
      if (arrangement === undefined) return
      const columns = [...(change.columns ?? arrangement.columns)]
      void ask(
        callCore(ui, ui.port.arrangeImport({ ...arrangement, ...change, columns, importId })),
      )
    },
    accept: () => void ask(callCore(ui, ui.port.acceptImport({ importId }))),
    cancel: () => void ask(callCore(ui, ui.port.cancelImport({ importId }))),
  }
}

type Answer = { readonly ok: boolean; readonly refusal?: Refusal } | null
const setRefusedOf = (answer: Answer) => (answer?.ok === false ? (answer.refusal ?? null) : null)

/** Piece by piece: one command carries no more. */
async function sendFile(
  ui: TillUi,
  list: ImportList,
  file: File,
  look: () => Promise<void>,
): Promise<Answer> {
  const importId = crypto.randomUUID()
  const totalBytes = Math.max(1, file.size)
  const name = file.name.slice(0, 120) || '—'
  for (let offset = 0; offset < totalBytes; offset += IMPORT_PART_BYTES) {
    const base64 = await readAsBase64(file.slice(offset, offset + IMPORT_PART_BYTES))
    const sent = await callCore(
      ui,
      ui.port.sendImport({ importId, list, name, offset, totalBytes, base64 }),
    )
    if (sent?.ok !== true) return sent
    if (offset === 0) await look()
  }
  return null
}
