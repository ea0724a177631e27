/**
 * A page that shows what a printer does with dots: how wide it prints, whether a millimetre is one,
 * whether single dots and greys come out even, and whether a stamp can be read from it. Everything
 * is placed on the head's own dots.
 */
import { modules, paginate, paragraph, space, type Block, type Column } from './blocks.ts'
import { DOTS_PER_MM } from './drawing.ts'
import type { DrawItem, FillItem, MeasureText, ModuleMatrix, PaperDrawing } from './drawing.ts'
import { PRINTABLE_DOTS, type PaperWidthMm } from './paper-model.ts'
import type { StampArrangement } from './stamp-arrangement.ts'
import { practiceMark } from './page-parts.ts'
import { TEXT_STYLES } from './text-styles.ts'

export interface TestPagePaper {
  readonly widthMm: PaperWidthMm
  /** Dots of the head, and how many of them make a millimetre. */
  readonly dots: number
  readonly dotsPerMm: number
  /** Name, model, way and time, one a row. */
  readonly about: readonly string[]
  /** From a till to practise with. */
  readonly isPractice?: boolean
}

/** What the stamp of the page holds, about as much as a receipt's. */
export const TEST_STAMP_TEXT = `MESON PAGINA DE PRUEBA ${'0123456789 ABCDEFGHIJKLMNOPQRSTUVWXYZ '.repeat(14)}FIN`

const LETTERS = 'áéíóúüñ ÁÉÍÓÚÜÑ ¿¡ °ºª $ % & @ 0123456789'
const FRAME_ROWS = 40
const WEDGE_STEPS = 8

export function layoutTestPage(
  page: TestPagePaper,
  stamp: StampArrangement,
  measure: MeasureText,
): PaperDrawing {
  const head = headOf(page)
  const column = columnOf(page, head, measure)
  const text = (words: string) => paragraph(column, words, TEXT_STYLES.small)
  const blocks = [
    ...practiceMark(column, page.isPractice),
    paragraph(column, 'PÁGINA DE PRUEBA', TEXT_STYLES.title, 'center'),
    ...page.about.map((row) => paragraph(column, row, TEXT_STYLES.small, 'center')),
    space(10),
    text(`Ancho: ${head.dots} puntos de borde a borde`),
    frame(head),
    space(8),
    text('Regla en milímetros'),
    ruler(head, column, DOTS_PER_MM, 10, 1),
    space(8),
    text('Regla en puntos'),
    ruler(head, column, head.dot * 10, 10, 10),
    space(8),
    text('Líneas de 1, 2 y 3 puntos'),
    fineLines(head),
    space(8),
    text('Grises: escalones parejos'),
    wedge(head),
    space(8),
    ...[TEXT_STYLES.small, TEXT_STYLES.body, TEXT_STYLES.strong].map((style) =>
      paragraph(column, LETTERS, style),
    ),
    space(8),
    ...stampBlocks(column, stamp),
    text('Letras de la impresora:'),
  ]
  const headDots = 2 * Math.ceil((head.dots * head.dot) / 2)
  const isWider = headDots > PRINTABLE_DOTS[page.widthMm]
  return {
    widthMm: page.widthMm,
    pages: paginate(blocks),
    ...(isWider ? { pageWidthDots: headDots } : {}),
  }
}

/** A head too narrow for the stamp of an 80 mm receipt gets the narrow one. */
export function stampLayoutOn({ widthMm, dots, dotsPerMm }: TestPagePaper): PaperWidthMm {
  return (dots / dotsPerMm) * DOTS_PER_MM < WIDE_STAMP_DOTS ? 58 : widthMm
}

/** Ninety rows of six dots, and their quiet zones. */
const WIDE_STAMP_DOTS = 548

function stampBlocks(column: Column, stamp: StampArrangement): Block[] {
  const fits =
    stamp.matrix.columns * stamp.moduleWidthDots + 2 * stamp.quietDots <= column.widthDots
  if (!fits) return [paragraph(column, 'El timbre no cabe a lo ancho', TEXT_STYLES.strong)]
  return [
    paragraph(column, 'Timbre: lector PDF417', TEXT_STYLES.small),
    modules(column, stamp.matrix, stamp),
  ]
}

interface Head {
  readonly dots: number
  /** One dot of the head in the units of the layout. */
  readonly dot: number
  readonly left: number
}

/**
 * A head whose dots fall between those of the layout gets one dot less each side: rounding must not
 * widen the page.
 */
function headOf({ widthMm, dots, dotsPerMm }: TestPagePaper): Head {
  const dot = DOTS_PER_MM / dotsPerMm
  const used = dot === 1 ? dots : dots - 2
  return { dots: used, dot, left: (PRINTABLE_DOTS[widthMm] - used * dot) / 2 }
}

/** Words stand where the layout has them, or in the middle of a narrower head. */
function columnOf({ widthMm }: TestPagePaper, { dots, dot }: Head, measure: MeasureText): Column {
  const printable = PRINTABLE_DOTS[widthMm]
  const widthDots = Math.min(printable, 2 * Math.floor((dots * dot) / 2))
  return { xDots: (printable - widthDots) / 2, widthDots, measure }
}

function fill(xDots: number, yDots: number, widthDots: number, heightDots: number): FillItem {
  return { kind: 'fill', xDots, yDots, widthDots, heightDots }
}

function frame({ left, dots, dot }: Head): Block {
  const width = dots * dot
  return {
    heightDots: FRAME_ROWS,
    items: [
      fill(left, 0, width, 2),
      fill(left, FRAME_ROWS - 2, width, 2),
      fill(left, 0, dot, FRAME_ROWS),
      fill(left + width - dot, 0, dot, FRAME_ROWS),
      // A step of one dot a row towards each edge: the rows that are missing tell how many dots the
      // printer loses.
      ...Array.from({ length: 16 }, (_, step) => fill(left + step * dot, 8 + step, 24, 1)),
      ...Array.from({ length: 16 }, (_, step) =>
        fill(left + width - 24 - step * dot, 8 + step, 24, 1),
      ),
    ],
  }
}

/** A tick every `unit`, a longer one every fifth, a number every tenth. */
function ruler(
  { left, dots, dot }: Head,
  column: Column,
  unit: number,
  every: number,
  worth: number,
): Block {
  const items: DrawItem[] = []
  const count = Math.floor((dots * dot - dot) / unit)
  const style = TEXT_STYLES.small
  for (let tick = 0; tick <= count; tick += 1) {
    const x = left + tick * unit
    items.push(fill(x, 0, dot, tick % every === 0 ? 20 : tick % (every / 2) === 0 ? 14 : 8))
    const words = String(tick * worth)
    const widthDots = column.measure(words, style)
    if (tick % every !== 0 || x + widthDots + 4 > left + dots * dot) continue
    items.push({
      kind: 'text',
      text: words,
      style,
      ink: 'black',
      xDots: x + 4,
      baselineDots: 20 + style.baselineDots,
      widthDots,
    })
  }
  return { heightDots: 20 + style.rowDots, items }
}

const LINES_ROWS = 32

/** Upright lines as thick as the gaps between them. */
function fineLines(head: Head): Block {
  const third = Math.floor(head.dots / 3)
  return dotBlock(head, third * 3, LINES_ROWS, (x) => {
    const thickness = Math.floor(x / third) + 1
    return Math.floor((x % third) / thickness) % 2 === 0
  })
}

const BAYER = [0, 8, 2, 10, 12, 4, 14, 6, 3, 11, 1, 9, 15, 7, 13, 5] as const
const WEDGE_ROWS = 48

/** From white to black in equal steps, as dots in a fixed pattern. */
function wedge(head: Head): Block {
  const step = Math.floor(head.dots / WEDGE_STEPS)
  return dotBlock(head, step * WEDGE_STEPS, WEDGE_ROWS, (x, y) => {
    const share = Math.floor(x / step) / (WEDGE_STEPS - 1)
    return share * 16 > (BAYER[(y % 4) * 4 + (x % 4)] ?? 0)
  })
}

function dotBlock(
  { left, dot }: Head,
  columns: number,
  rows: number,
  isBlack: (x: number, y: number) => boolean,
): Block {
  const cells = new Uint8Array(columns * rows)
  for (let y = 0; y < rows; y += 1)
    for (let x = 0; x < columns; x += 1) cells[y * columns + x] = isBlack(x, y) ? 1 : 0
  const matrix: ModuleMatrix = { columns, rows, cells }
  return {
    heightDots: Math.ceil(rows * dot),
    items: [
      {
        kind: 'modules',
        xDots: left,
        yDots: 0,
        matrix,
        moduleWidthDots: dot,
        moduleHeightDots: dot,
      },
    ],
  }
}
