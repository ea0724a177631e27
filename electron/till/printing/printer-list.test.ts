import { expect, it } from 'vitest'
import { must } from '../../../test/support/must.ts'
import { fakePrinter, receiptOf, sellOf } from '../../../test/support/till-fixture.ts'
import { NARROW_MODEL } from '../../../test/support/printer-models.ts'
import { tillPerTest } from '../../../test/support/till-per-test.ts'
import {
  DEFAULT_OPTIONS,
  type AddPrinterInput,
  type PrinterConfig,
} from '#shared/printing/printers.ts'

const AT_THE_COUNTER: AddPrinterInput = {
  name: 'Mesón',
  address: { kind: 'tcp', host: '192.168.1.50', port: 9100 },
  modelId: 'narrow',
}

const printing = { ...fakePrinter(), models: () => [NARROW_MODEL] }
const { fixture, till } = tillPerTest({ printing })

it('keeps what the shop wants of a printer, and the printers it was told about, through a restart', async () => {
  expect(till.api.addPrinter(AT_THE_COUNTER)).toMatchObject({
    ok: true,
    value: { id: 'tcp-192-168-1-50-9100', dots: 384, hasCutter: false },
  })
  const options = {
    ...DEFAULT_OPTIONS,
    modelId: 'narrow',
    copies: 2,
    drawer: 'none',
    headerLines: ['Abrimos de 9 a 20'],
  } as const
  const logo = Buffer.concat([Buffer.from('89504e470d0a1a0a', 'hex'), Buffer.alloc(8)]).toString(
    'base64',
  )
  expect(
    till.api.savePrinter({
      printerId: 'virtual-80',
      options: { ...options, headerLines: [...options.headerLines] },
      logo,
    }).ok,
  ).toBe(true)
  await till.stop()
  await fixture.open({ printing })
  const printers = till.api.bootstrap().printers
  expect(
    printers.map(({ id, widthMm, hasDrawer, options: kept }) => [
      id,
      widthMm,
      hasDrawer,
      kept?.copies,
    ]),
  ).toEqual([
    ['virtual-80', 58, false, 2],
    ['tcp-192-168-1-50-9100', 58, true, 1],
  ])
  expect(printers[0]?.options?.headerLines).toEqual(['Abrimos de 9 a 20'])
})

it.each<[string, Partial<AddPrinterInput>, string]>([
  [
    'a host with a space',
    { address: { kind: 'tcp', host: 'mi impresora', port: 9100 } },
    'PRINTER_ADDRESS_NOT_VALID',
  ],
  [
    'a file that is no port',
    { address: { kind: 'file', path: '/home/caja/ventas.db' } },
    'PRINTER_ADDRESS_NOT_VALID',
  ],
  ...[
    'sda',
    'sda1',
    'nvme0n1',
    'mmcblk0',
    'vda',
    'dm-0',
    'mapper/home',
    'disk/by-id/x',
    'loop0',
    'mem',
    'kmem',
    'port',
    'shm/till',
    'watchdog',
    'input/event0',
    'fd/24',
    'stdout',
    'null',
    'pts/1',
    'tty1',
    'ttyprintk',
    'hidraw0',
    'snapshot',
    'rtc0',
    'usbmon0',
    'usb/hiddev0',
    'lp',
    'usb/lp0/x',
  ].map((name): [string, Partial<AddPrinterInput>, string] => [
    `a disk or memory: ${name}`,
    { address: { kind: 'file', path: `/dev/${name}` } },
    'PRINTER_ADDRESS_NOT_VALID',
  ]),
  [
    'a data file on a serial line',
    {
      address: {
        kind: 'serial',
        path: '/var/lib/meson/ventas.db',
        baudRate: 9_600,
        framing: '8N1',
        flow: 'none',
      },
    },
    'PRINTER_ADDRESS_NOT_VALID',
  ],
  [
    'a way out of the ports',
    { address: { kind: 'file', path: '/dev/../etc/passwd' } },
    'PRINTER_ADDRESS_NOT_VALID',
  ],
  [
    'a queue that would be an option',
    { address: { kind: 'spooler', queue: '-o raw' } },
    'PRINTER_ADDRESS_NOT_VALID',
  ],
  ['a model nobody knows', { modelId: 'other' }, 'PRINTER_MODEL_UNKNOWN'],
])('refuses %s', (_, part, code) => {
  expect(till.api.addPrinter({ ...AT_THE_COUNTER, ...part })).toMatchObject({
    ok: false,
    refusal: { code },
  })
  expect(till.api.bootstrap().printers).toHaveLength(1)
})

it('refuses a logo that is no picture, a letter no paper has, and a second printer at one address', () => {
  const refused = (input: Omit<Parameters<typeof till.api.savePrinter>[0], 'printerId'>) => {
    const saved = till.api.savePrinter({ printerId: 'virtual-80', ...input })
    return saved.ok ? null : [saved.refusal.code, saved.refusal.field]
  }
  expect(refused({ logo: Buffer.from('<svg/>').toString('base64') })).toEqual([
    'LOGO_NOT_VALID',
    'logo',
  ])
  expect(refused({ options: { ...DEFAULT_OPTIONS, footerLines: ['日本'] } })).toEqual([
    'NAME_NOT_LATIN1',
    'footerLines',
  ])
  till.api.addPrinter(AT_THE_COUNTER)
  expect(till.api.addPrinter(AT_THE_COUNTER)).toMatchObject({
    ok: false,
    refusal: { code: 'PRINTER_EXISTS' },
  })
})

it('takes a printer away only when nothing waits for it; moved papers of 58 mm come out as they are', async () => {
  till.api.addPrinter(AT_THE_COUNTER)
  await till.api.saveSettings({ printerId: 'tcp-192-168-1-50-9100' })
  printing.answer = () => ({ kind: 'held', reason: 'PRINTER_NOT_FOUND', detail: '' })
  printing.print = async (order) => printing.answer(order)
  const sale = sellOf(till.api)
  await fixture.until(() => receiptOf(till.api, sale).papers[0]?.state === 'held')
  expect(till.api.removePrinter('tcp-192-168-1-50-9100')).toMatchObject({
    ok: false,
    refusal: { code: 'PRINTER_HAS_PAPERS' },
  })
  expect(
    till.api.movePapers({ fromPrinterId: 'tcp-192-168-1-50-9100', toPrinterId: 'virtual-80' }),
  ).toEqual({ ok: true, value: { moved: 1 } })
  printing.answer = () => ({
    kind: 'sent',
    escpos: Uint8Array.of(27),
    paperPng: new Uint8Array(),
    stampReadable: true,
  })
  await fixture.until(() => receiptOf(till.api, sale).papers[0]?.state === 'sent')
  expect(receiptOf(till.api, sale).papers).toMatchObject([{ printerId: 'virtual-80', widthMm: 58 }])
  expect(till.api.removePrinter('tcp-192-168-1-50-9100').ok).toBe(true)
  expect(till.api.removePrinter('virtual-80').ok).toBe(false)
})

it('looks again by its address at a network printer it has found once, also without searching', async () => {
  const config = {
    id: 'tcp-192-168-1-60-9100',
    name: 'Red 192.168.1.60',
    widthMm: 80,
    dots: 576,
    hasCutter: true,
    hasDrawer: true,
    transport: { kind: 'tcp', host: '192.168.1.60', port: 9100 },
  } as const
  const asked: unknown[] = []
  const searched = {
    ...printing,
    discover: (told: readonly PrinterConfig[] = [], where = { network: false }) => {
      asked.push([told.map(({ id }) => id), where.network])
      const found = where.network ? [...told, config] : told
      return Promise.resolve(
        found.map((printer) => ({ config: printer, present: true, trouble: null })),
      )
    },
  }
  const other = await fixture.open({ printing: searched, dataDir: `${fixture.dataDir}/search` })
  expect(await other.api.discoverPrinters()).toEqual([])
  expect(await other.api.discoverPrinters({ network: true })).toMatchObject([
    { config, isAdded: false },
  ])
  expect(await other.api.discoverPrinters()).toMatchObject([{ config }])
  expect(asked).toEqual([
    [[], false],
    [[], true],
    [[config.id], false],
  ])
})

it('keeps what a printer answered at its test page through a restart, and from a screen that does not know of it', async () => {
  const heard = { realTime: true, sensor: true, automatic: false, printed: false }
  const before = till.api.bootstrap().printers[0]?.options ?? DEFAULT_OPTIONS
  const answering = {
    ...printing,
    printTestPage: () =>
      Promise.resolve({
        kind: 'sent' as const,
        escpos: Uint8Array.of(27),
        paperPng: new Uint8Array(),
        stampReadable: true,
        heard,
      }),
  }
  await till.stop()
  await fixture.open({ printing: answering })
  expect(await till.api.printTestPage({ printerId: 'virtual-80', page: 'test' })).toMatchObject({
    ok: true,
    value: { heard },
  })
  till.api.savePrinter({ printerId: 'virtual-80', options: { ...before, copies: 2 } })
  await till.stop()
  await fixture.open({ printing })
  expect(till.api.bootstrap().printers[0]?.options).toMatchObject({ copies: 2, heard })
})

it('an answer of the devices that was asked before a change of the list does not undo it', async () => {
  const answers: (() => void)[] = []
  const slow = {
    ...printing,
    discover: (remembered: readonly PrinterConfig[] = []) =>
      new Promise<Awaited<ReturnType<typeof printing.discover>>>((resolve) => {
        const found = remembered.map((config) => ({ config, present: true, trouble: null }))
        answers.push(() => resolve(found))
      }),
  }
  await till.stop()
  await fixture.open({ printing: slow })
  const added = till.api.addPrinter(AT_THE_COUNTER)
  const id = added.ok ? added.value.id : ''
  const listed = async (looking: ReturnType<typeof till.api.discoverPrinters>) =>
    (await looking).map(({ config }) => config.id)
  const before = till.api.discoverPrinters()
  expect(till.api.removePrinter(id)).toMatchObject({ ok: true })
  answers[0]?.()
  expect(await listed(before)).not.toContain(id)
  expect(till.api.bootstrap().printers.map((printer) => printer.id)).not.toContain(id)
  const meanwhile = till.api.discoverPrinters()
  must(till.api.addPrinter(AT_THE_COUNTER))
  answers[1]?.()
  expect(await listed(meanwhile)).toContain(id)
})
