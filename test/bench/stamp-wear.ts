/**
 * What a stamp survives on paper: smear under a reader held askew, and dead dots of the head. The
 * till's stamps against the same symbols laid otherwise, all with the same white around them and
 * turned by the same angles both ways, so that neither direction is favoured. Called by `npm run
 * bench -- blur --wear N`.
 */
import { encodeStamp, encodeStampIn } from '#paper/codes.ts'
import { createStampReader } from '#printing/stamp-reader.ts'
import { arrangeStamp, type StampArrangement } from '#shared/paper/stamp-arrangement.ts'
import { blankPage, type OneBitPage } from '#shared/raster/one-bit-page.ts'
import { sampleTed } from '../support/paper-samples.ts'
import { withDeadDot } from '../support/worn-head.ts'
import { isReadable } from './stamp-blur.ts'

const TURNS_DEGREES = [-1.6, -1.2, -0.7, 0.7, 1.2, 1.6]
const DEAD_DOTS_TRIED = 64
const MARGIN_DOTS = 40
const DOTS_PER_MM = 8
/** The stamps a receipt has with the keys in use. */
const TED_BYTES = { first: 680, step: 9 }

export interface WearRow {
  readonly name: string
  readonly acrossMm: number
  readonly alongMm: number
  readonly smeared: string
  readonly deadDots: string
}

const LAYINGS: readonly {
  readonly name: string
  readonly lay: (ted: Uint8Array) => StampArrangement
}[] = [
  { name: 'till, 58 mm', lay: (ted) => arrangeStamp(encodeStamp(ted, 58), 58) },
  { name: 'till, 80 mm', lay: (ted) => arrangeStamp(encodeStamp(ted, 80), 80) },
  {
    name: '12 columns, turned',
    lay: (ted) =>
      arrangeStamp(
        encodeStampIn(ted, () => 12),
        58,
      ),
  },
  {
    name: '12 columns, upright',
    lay: (ted) => ({
      matrix: encodeStampIn(ted, () => 12),
      moduleWidthDots: 2,
      moduleHeightDots: 6,
      quietDots: 4,
    }),
  },
]

export async function benchWear(
  stamps: number,
  blurDots: number,
  onProgress: (text: string) => void,
): Promise<readonly WearRow[]> {
  await createStampReader()
  const teds = Array.from({ length: stamps }, (_, index) =>
    Buffer.from(
      sampleTed(TED_BYTES.first + (index % 20) * TED_BYTES.step).replace(
        '<F>123456</F>',
        `<F>${100_000 + index * 7_919}</F>`,
      ),
      'latin1',
    ),
  )
  const rows: WearRow[] = []
  for (const { name, lay } of LAYINGS) {
    let read = 0
    for (const ted of teds) {
      const page = pageOf(lay(ted))
      for (const turn of TURNS_DEGREES) if (await isReadable(page, blurDots, turn)) read += 1
    }
    const first = lay(teds[0] ?? new Uint8Array(1))
    const [widthDots, heightDots] = [
      first.matrix.columns * first.moduleWidthDots,
      first.matrix.rows * first.moduleHeightDots,
    ]
    rows.push({
      name,
      acrossMm: widthDots / DOTS_PER_MM,
      alongMm: heightDots / DOTS_PER_MM,
      smeared: `${read} of ${teds.length * TURNS_DEGREES.length}`,
      deadDots: `${await deadDotsSurvived(pageOf(first), widthDots)} of ${DEAD_DOTS_TRIED}`,
    })
    onProgress(`${name}: done`)
  }
  return rows
}

async function deadDotsSurvived(page: OneBitPage, widthDots: number): Promise<number> {
  let survived = 0
  for (let tried = 0; tried < DEAD_DOTS_TRIED; tried += 1) {
    const x = MARGIN_DOTS + Math.floor(((tried + 0.5) * widthDots) / DEAD_DOTS_TRIED)
    if (await isReadable(withDeadDot(page, x), 0)) survived += 1
  }
  return survived
}

function pageOf({ matrix, moduleWidthDots, moduleHeightDots }: StampArrangement): OneBitPage {
  const [width, height] = [matrix.columns * moduleWidthDots, matrix.rows * moduleHeightDots]
  const page = blankPage(Math.ceil((width + 2 * MARGIN_DOTS) / 8) * 8, height + 2 * MARGIN_DOTS)
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      if (
        matrix.cells[
          Math.floor(y / moduleHeightDots) * matrix.columns + Math.floor(x / moduleWidthDots)
        ] !== 1
      )
        continue
      const at = (y + MARGIN_DOTS) * page.bytesPerRow + ((x + MARGIN_DOTS) >> 3)
      page.bits[at] = (page.bits[at] ?? 0) | (0x80 >> ((x + MARGIN_DOTS) & 7))
    }
  }
  return page
}

export function wearTable(rows: readonly WearRow[], blurDots: number): string {
  return rows
    .map(
      ({ name, acrossMm, alongMm, smeared, deadDots }) =>
        `${name.padEnd(22)}${acrossMm.toFixed(1)} mm across, ${alongMm.toFixed(1)} mm of paper; ${smeared} readings after a blur of ${blurDots} dots, ${deadDots} dead dots`,
    )
    .join('\n')
}
