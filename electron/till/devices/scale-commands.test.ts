import { beforeEach, expect, it } from 'vitest'
import type { PrinterModel } from '#shared/printing/printers.ts'
import type { ScaleConfig } from '#shared/devices/config.ts'
import type { ScaleView } from '#shared/devices/settling.ts'
import { fixturePerTest } from '../../../test/support/till-per-test.ts'
import type { ScalePort } from '../kernel/ports.ts'

const SCALE: ScaleConfig = { path: '/dev/ttyUSB0', speed: 9_600, framing: '8N1', protocol: 'lines' }
const SAYS = { says: { kind: 'moving' }, lastStable: null } as const satisfies ScaleView

const NARROW: PrinterModel = {
  id: 'narrow',
  name: 'Angosta',
  widthMm: 58,
  dots: 384,
  hasCutter: false,
  hasDrawer: false,
  hasDensity: false,
  hasBuzzer: false,
  answers: false,
}

const { fixture, till } = fixturePerTest()
let used: (ScaleConfig | null)[]
let tried: ScaleConfig[]
const port = (): ScalePort => ({
  use: (config) => {
    used.push(config)
  },
  now: () => SAYS,
  ports: () => Promise.resolve([{ path: 'COM3', maker: 'FTDI' }]),
  tryOut: (config) => {
    tried.push(config)
    return Promise.resolve(SAYS)
  },
  close: () => {
    used.push(null)
    return Promise.resolve()
  },
})

beforeEach(async () => {
  used = []
  tried = []
  fixture.printer.models = () => [NARROW]
  await fixture.open({ scale: port() })
})

it('listens to the scale of the settings from the moment it is saved, and after a restart', async () => {
  expect(used).toEqual([null])
  expect(await till.api.saveSettings({ scale: SCALE })).toMatchObject({
    ok: true,
    value: { scale: SCALE },
  })
  expect(used.at(-1)).toEqual(SCALE)
  expect([till.api.scale(), await till.api.serialPorts()]).toEqual([
    SAYS,
    [{ path: 'COM3', maker: 'FTDI' }],
  ])
  await till.stop()
  expect(used.at(-1)).toBeNull()
  await fixture.open({ scale: port() })
  expect(used.at(-1)).toEqual(SCALE)
  await till.api.saveSettings({ scale: null })
  expect(used.at(-1)).toBeNull()
})

it('refuses what is no serial port, saved or tried', async () => {
  for (const path of ['', '/etc/passwd', '/dev/../etc/passwd', 'ttyUSB0']) {
    const refused = { ok: false, refusal: { code: 'SCALE_PORT_NOT_VALID', field: 'scalePath' } }
    expect(await till.api.saveSettings({ scale: { ...SCALE, path } })).toMatchObject(refused)
    expect(await till.api.tryScale({ ...SCALE, path })).toMatchObject(refused)
  }
  expect([tried, till.api.settings().scale]).toEqual([[], null])
})

it("is the owner's: a cashier neither changes nor tries it, and what the owner changed stands in the log", async () => {
  const owner = await till.api.saveStaff({
    staffId: null,
    name: 'Paula',
    role: 'owner',
    pin: '3690',
  })
  const staffId = owner.ok ? (owner.value.members[0]?.id ?? '') : ''
  await till.api.signIn({ staffId, pin: '3690' })
  const hired = await till.api.saveStaff({
    staffId: null,
    name: 'Camila',
    role: 'cashier',
    pin: '2580',
  })
  const cashierId = hired.ok
    ? (hired.value.members.find(({ name }) => name === 'Camila')?.id ?? '')
    : ''
  await till.api.saveSettings({ scale: SCALE })
  const log = till.api.audit({ cursor: null, limit: 5 })
  expect(log.ok && log.value.rows[0]).toMatchObject({
    action: 'settings-changed',
    staffName: 'Paula',
    detail: { what: expect.stringMatching(/^scale\./) },
  })
  await till.api.signIn({ staffId: cashierId, pin: '2580' })
  expect(await till.api.saveSettings({ scale: null })).toMatchObject({
    ok: false,
    refusal: { code: 'OWNER_REQUIRED' },
  })
  expect(await till.api.tryScale(SCALE)).toMatchObject({
    ok: false,
    refusal: { code: 'OWNER_REQUIRED' },
  })
  expect([till.api.settings().scale, tried]).toEqual([SCALE, []])
})

it('sells without one: a till without the adapter says that there is none', async () => {
  await till.stop()
  await fixture.open()
  expect([
    till.api.scale(),
    await till.api.serialPorts(),
    await till.api.tryScale(SCALE),
  ]).toMatchObject([
    { says: { kind: 'none' } },
    [],
    { ok: true, value: { says: { kind: 'none' } } },
  ])
})

it('and a printer never share a port: bytes of a paper would go to the scale, and no paper would come out', async () => {
  const added = (path: string) =>
    till.api.addPrinter({
      name: 'Mesón',
      address: { kind: 'serial', path, baudRate: 9_600, framing: '8N1', flow: 'none' },
      modelId: 'narrow',
    })
  await till.api.saveSettings({ scale: SCALE })
  expect(added('/dev/ttyUSB0')).toMatchObject({
    ok: false,
    refusal: { code: 'PORT_IS_THE_SCALES', field: 'address' },
  })
  const printer = added('/dev/ttyUSB1')
  if (!printer.ok) throw new Error(printer.refusal.code)
  const taken = {
    ok: false,
    refusal: { code: 'PORT_IS_A_PRINTERS', field: 'scalePath', params: { name: 'Mesón' } },
  }
  expect(await till.api.saveSettings({ scale: { ...SCALE, path: '/dev/ttyUSB1' } })).toMatchObject(
    taken,
  )
  expect(await till.api.tryScale({ ...SCALE, path: '/dev/ttyUSB1' })).toMatchObject(taken)
  expect([till.api.settings().scale, tried]).toEqual([SCALE, []])
  await till.api.saveSettings({ scale: null })
  expect(added('/dev/ttyUSB0')).toMatchObject({ ok: true })
})

it('knows a port of Windows by all its names', async () => {
  await till.api.saveSettings({ scale: { ...SCALE, path: 'COM3' } })
  const added = till.api.addPrinter({
    name: 'Mesón',
    address: { kind: 'serial', path: '\\\\.\\com3', baudRate: 9_600, framing: '8N1', flow: 'none' },
    modelId: 'narrow',
  })
  expect(added).toMatchObject({ ok: false, refusal: { code: 'PORT_IS_THE_SCALES' } })
})
