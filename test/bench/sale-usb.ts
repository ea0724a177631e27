/**
 * `npm run bench -- sale --usb [--sales N]`: pay key to paper over the kernel's USB stack, in an
 * emulated machine.
 */
import { buildGuest } from '../usb/build-guest.ts'
import type { PaperKind, UsbSale, UsbSales, Way } from '../usb/guest/sales.ts'
import { GUEST_NODE, openLab, runInLab } from '../usb/lab.ts'
import { figuresOf, row } from './figures.ts'

const TIMEOUT_MS = 1_800_000
const WAYS: readonly Way[] = ['virtual', 'tcp', 'usb']

export async function benchUsbSales(sales: number, minutes: number): Promise<string> {
  const lab = await openLab()
  if ('missing' in lab) return lab.missing
  const guest = await runInLab(
    lab,
    [...GUEST_NODE, await buildGuest('sales'), String(sales), String(minutes)],
    TIMEOUT_MS,
  )
  const text = await guest.read('sales.json')
  if (guest.status !== 0 || text === '')
    throw new Error(`the guest ended with ${guest.status}:\n${guest.console.slice(-2_000)}`)
  return tableOf(JSON.parse(text) as UsbSales)
}

function tableOf({ sales, raw }: UsbSales): string {
  const lines = ['| ms, in the emulated machine | p50 | p95 | max |', '|---|---|---|---|']
  const ratios: string[] = []
  for (const kind of ['receipt', 'slip'] as const) {
    for (const way of WAYS) {
      const of = seriesOf(sales, way, kind)
      const what = kind === 'receipt' ? 'online' : 'provisional slip'
      const name = `${way}, ${what} (${of[0]?.bytes ?? 0} bytes, ${of.length} sales): pay key to`
      if (way === 'virtual')
        lines.push(row(`${name} committed`, figuresOf(of.map(({ committedMs }) => committedMs))))
      if (way !== 'virtual')
        lines.push(
          row(
            `${name} first band`,
            figuresOf(of.map(({ firstBandMs }) => firstBandMs ?? Number.NaN)),
          ),
        )
      lines.push(
        row(`${name} last byte accepted`, figuresOf(of.map(({ lastByteMs }) => lastByteMs))),
      )
    }
    ratios.push(
      `${kind === 'receipt' ? 'online' : 'slip'}, last byte accepted, median of each sale's own ratio: ` +
        `usb / virtual ${ratioOf(sales, kind, 'virtual')}, usb / tcp ${ratioOf(sales, kind, 'tcp')}`,
    )
  }
  const rawMs = figuresOf(raw.ms)
  lines.push(row(`usb, ${raw.bytes} bytes without a till around them`, rawMs))
  return [
    ...lines,
    ...ratios,
    `raw throughput of the emulated USB: ${Math.round(raw.bytes / rawMs.p50)} KB/s`,
  ].join('\n')
}

function seriesOf(sales: readonly UsbSale[], way: Way, kind: PaperKind): UsbSale[] {
  return sales.filter((sale) => sale.way === way && sale.kind === kind)
}

/** Neighbours in time are compared, so that the host's busy moments cancel out. */
function ratioOf(sales: readonly UsbSale[], kind: PaperKind, peer: Way): string {
  const [usb, other] = [seriesOf(sales, 'usb', kind), seriesOf(sales, peer, kind)]
  return figuresOf(
    usb.map(({ lastByteMs }, index) => lastByteMs / (other[index]?.lastByteMs ?? Number.NaN)),
  ).p50.toFixed(2)
}
