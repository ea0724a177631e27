import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isSerialPath, SCALE_PROTOCOLS, type ScaleProtocol } from './config.ts'
import { createScaleReader } from './protocols.ts'
import {
  quantityOf,
  readWeight,
  WEIGHT_MG_MAX,
  type ScaleReading,
  type WeightMg,
} from './reading.ts'
import { notHeard, settle, viewOf } from './settling.ts'

const bytesOf = (text: string) => Uint8Array.from(text, (letter) => letter.charCodeAt(0))
const mg = (value: number) => value as WeightMg
const weight = (value: number): ScaleReading => ({ kind: 'weight', weightMg: mg(value) })

/** What is read of these pieces, one after the other. */
function read(
  protocol: ScaleProtocol,
  ...pieces: readonly (string | Uint8Array)[]
): ScaleReading[] {
  const reader = createScaleReader(protocol)
  return pieces.flatMap((piece) => [
    ...reader.hear(typeof piece === 'string' ? bytesOf(piece) : piece).readings,
  ])
}

/**
 * A message of CAS's register protocol as the manual lays it out; its check character is the parity
 * of each column.
 */
function cas(said: string): string {
  const check = [...said].reduce((sum, letter) => sum ^ letter.charCodeAt(0), 0)
  return `\u0001\u0002${said}${String.fromCharCode(check)}\u0003\u0004`
}

/** Grams as each protocol writes them, at rest. */
const WRITTEN: Readonly<Record<ScaleProtocol, (grams: number) => string>> = {
  lines: (grams) => `ST,GS,+${(grams / 1_000).toFixed(3).padStart(8)}kg\r\n`,
  'cas-asked': (grams) => cas(`S ${(grams / 1_000).toFixed(3).padStart(6)}kg`),
  'toledo-asked': (grams) => `\u0002${(grams / 1_000).toFixed(3).padStart(6, '0')}\r`,
}

describe('lines', () => {
  it.each([
    ['ST,GS,+ 0.350kg\r\n', weight(350_000)],
    ['ST,GS,1\u00c0,   0.350 kg\r\n', weight(350_000)],
    ['ST,NT,+0001.250kg\r\n', weight(1_250_000)],
    ['ST,GS,   245.6 g\r\n', weight(245_600)],
    ['ST,GS,+00012.3g\r', weight(12_300)],
    ['ST,GS,+  0.000kg\r\n', weight(0)],
    ['ST,GS,-  0.000kg\r\n', weight(0)],
    ['ST,GS,-  0.350kg\r\n', { kind: 'below-zero' }],
    ['US,GS,+  0.350kg\r\n', { kind: 'moving' }],
    ['OL,GS,+  9.999kg\r\n', { kind: 'overload' }],
    ['OL,+9999999E+19\r\n', { kind: 'overload' }],
    ['ST,GS,+  0.770lb\r\n', { kind: 'other-unit', unit: 'lb' }],
  ] as const)('reads %j', (line, expected) => {
    expect(read('lines', line)).toEqual([expected])
  })

  it.each([
    '\r\n',
    'ST,TR,+ 0.050kg\r\n',
    'ST,GS,+ 1.250kgUS,GS,+ 0.350kg\r\n',
    'ST,GS,+ 1.250kgST,GS,+ 0.350kg\r\n',
    'ST,GS,+ 0.350\r\n',
    'GS,+ 0.350kg\r\n',
    'QT,GS,+      12PC\r\n',
    'ST,GS,+ 0.3 50kg\r\n',
    'ST,GS,+0.35005kg\r\n',
    'ST,GS,++0.350kg\r\n',
    'ST,GS,+ 0..35kg\r\n',
    'ST,GS,+999999.9kg\r\n',
    `ST,GS,+ 0.350kg${' '.repeat(80)}\r\n`,
  ])('makes nothing of %j', (line) => {
    expect(read('lines', line)).toEqual([])
  })
})

describe('asked protocols', () => {
  it('asks with ENQ, follows ACK with DC1, and checks the check character', () => {
    const reader = createScaleReader('cas-asked')
    expect([...reader.ask()]).toEqual([0x05])
    expect(reader.hear(Uint8Array.of(0x06))).toEqual({ readings: [], reply: Uint8Array.of(0x11) })
    expect(reader.hear(bytesOf(cas('S  0.350kg')))).toEqual({
      readings: [weight(350_000)],
      reply: new Uint8Array(),
    })
    expect(read('cas-asked', cas('U  0.350kg'), cas('S- 0.350kg'), cas('SF 0.000kg'))).toEqual([
      { kind: 'moving' },
      { kind: 'below-zero' },
      { kind: 'overload' },
    ])
    expect(read('cas-asked', cas('S  0.350kg').replace('0.350', '0.850'))).toEqual([])
  })

  it('gives half an answer up when it asks again', () => {
    const reader = createScaleReader('cas-asked')
    reader.hear(bytesOf(cas('S  0.350kg').slice(0, 7)))
    reader.ask()
    expect(reader.hear(Uint8Array.of(0x06)).reply).toEqual(Uint8Array.of(0x11))
    expect(reader.hear(bytesOf(cas('S  1.200kg'))).readings).toEqual([weight(1_200_000)])
  })

  it('never takes one wrong byte of a checked message for another weight', () => {
    const whole = bytesOf(cas('S  0.350kg'))
    fc.assert(
      fc.property(fc.nat(whole.length - 1), fc.integer({ min: 1, max: 255 }), (at, flip) => {
        const broken = whole.with(at, (whole[at] ?? 0) ^ flip)
        for (const reading of read('cas-asked', broken)) expect(reading).toEqual(weight(350_000))
      }),
    )
  })

  it.each([
    ['\u0002000.350\r', weight(350_000)],
    ['\u0002012.35\r', weight(12_350_000)],
    ['\u0002?\u0061\r', { kind: 'moving' }],
    ['\u0002?\u0062\r', { kind: 'overload' }],
    ['\u0002?\u0064\r', { kind: 'below-zero' }],
  ] as const)('Toledo: reads %j', (message, expected) => {
    expect([...createScaleReader('toledo-asked').ask()]).toEqual([0x57])
    expect(read('toledo-asked', message)).toEqual([expected])
  })
})

describe('any wire', () => {
  const protocols = fc.constantFrom(...SCALE_PROTOCOLS)
  const grams = fc.integer({ min: 0, max: 30_000 })

  it('however the bytes are cut, the same weights are read', () => {
    const weighings = fc.array(grams, { minLength: 1, maxLength: 8 })
    fc.assert(
      fc.property(
        protocols,
        weighings,
        fc.array(fc.nat(200), { maxLength: 20 }),
        (protocol, all, cuts) => {
          const stream = bytesOf(all.map(WRITTEN[protocol]).join(''))
          const at = [
            0,
            ...cuts.map((cut) => cut % stream.length).sort((a, b) => a - b),
            stream.length,
          ]
          const pieces = at.slice(1).map((end, index) => stream.slice(at[index], end))
          expect(read(protocol, ...pieces)).toEqual(all.map((each) => weight(each * 1_000)))
        },
      ),
    )
  })

  it('noise before a message costs at most that message, and gives no weight', () => {
    // What begins a message is left out; the rest may be anything, other messages' ends as well.
    const noise = fc
      .uint8Array({ maxLength: 400 })
      .map((bytes) => bytes.filter((byte) => byte !== 0x02 && byte !== 0x53 && byte !== 0x4f))
    fc.assert(
      fc.property(protocols, noise, grams, (protocol, bytes, one) => {
        expect(read(protocol, bytes)).toEqual([])
        const message = WRITTEN[protocol](one)
        expect(read(protocol, bytes, message, message).at(-1)).toEqual(weight(one * 1_000))
      }),
    )
  })

  it('half a message gives none', () => {
    fc.assert(
      fc.property(protocols, grams, fc.nat(30), (protocol, one, missing) => {
        const message = WRITTEN[protocol](one)
        // The end itself (CR before LF, ETX before EOT) completes it.
        const end = Math.max(message.indexOf('\r'), message.indexOf('\u0003'))
        expect(read(protocol, message.slice(0, Math.max(0, end - missing)))).toEqual([])
      }),
    )
  })

  it('a flood without an end is neither kept nor read', () => {
    const flood = new Uint8Array(5_000_000).fill(0x39)
    for (const protocol of SCALE_PROTOCOLS) {
      expect(read(protocol, flood, '\r\n', WRITTEN[protocol](350)).at(-1)).toEqual(weight(350_000))
    }
  })

  it('no weight is below nothing or above what a counter bears', () => {
    expect(readWeight('999.9', 'kg')).toBeNull()
    fc.assert(
      fc.property(fc.string(), fc.constantFrom('kg', 'g', ' KG'), (text, unit) => {
        const reading = readWeight(text, unit)
        if (reading?.kind === 'weight')
          expect([reading.weightMg >= 0, reading.weightMg <= WEIGHT_MG_MAX]).toEqual([true, true])
      }),
    )
  })
})

it('gives a weight in what the product is sold by', () => {
  expect(quantityOf(mg(350_000), 'kg')).toBe(350)
  expect(quantityOf(mg(350_500), 'KG')).toBe(351)
  expect(quantityOf(mg(245_600), 'g')).toBe(245_600)
  expect([
    quantityOf(mg(400), 'kg'),
    quantityOf(mg(0), 'kg'),
    quantityOf(mg(1_000), 'LT'),
    quantityOf(mg(1_000), null),
  ]).toEqual([null, null, null, null])
  expect(quantityOf(mg(WEIGHT_MG_MAX), 'g')).toBeNull()
})

describe('what is believed', () => {
  const at = (...said: readonly (readonly [number, ScaleReading])[]) =>
    said.reduce((state, [ms, reading]) => settle(state, [reading], ms), notHeard(0))

  it('takes a weight that is said twice in a row, and no other', () => {
    expect(viewOf(at([0, weight(350_000)]), 100).says).toEqual({ kind: 'moving' })
    expect(viewOf(at([0, weight(350_000)], [200, weight(350_000)]), 300)).toEqual({
      says: weight(350_000),
      lastStable: { weightMg: 350_000, ageMs: 100 },
      restingSince: 0,
    })
    expect(viewOf(at([0, weight(350_000)], [200, weight(35_000)]), 300).says).toEqual({
      kind: 'moving',
    })
    expect(viewOf(at([0, weight(350_000)], [3_000, weight(350_000)]), 3_000).says).toEqual({
      kind: 'moving',
    })
  })

  it('forgets a weight that is not said any more, and remembers when it was', () => {
    const settled = at([0, weight(350_000)], [200, weight(350_000)], [400, { kind: 'moving' }])
    expect(viewOf(settled, 500)).toEqual({
      says: { kind: 'moving' },
      lastStable: { weightMg: 350_000, ageMs: 300 },
    })
    expect(viewOf(settled, 2_401).says).toEqual({ kind: 'silent' })
    expect(viewOf(settle(settled, [], 4_000), 4_100).says).toEqual({ kind: 'unclear' })
  })

  it('knows the goods of before as long as nobody has lifted them, also while they drift', () => {
    const since = (...said: readonly (readonly [number, ScaleReading])[]) =>
      viewOf(at(...said), 10_000).restingSince
    const bag: readonly (readonly [number, ScaleReading])[] = [
      [100, weight(350_000)],
      [200, weight(350_000)],
      [300, weight(352_000)],
      [400, weight(348_000)],
    ]
    expect(since(...bag)).toBe(100)
    expect(since(...bag, [5_000, weight(350_000)])).toBe(100)
    for (const lifted of [
      weight(0),
      weight(120_000),
      { kind: 'moving' },
      { kind: 'below-zero' },
    ] as const) {
      expect(
        since(...bag, [5_000, lifted], [6_000, weight(350_000)], [6_100, weight(350_000)]),
      ).toBe(6_000)
    }
    expect(since(...bag, [5_000, weight(0)])).toBeUndefined()
    expect(since()).toBeUndefined()
  })

  it('an empty scale is no weight to sell', () => {
    expect(viewOf(at([0, weight(0)], [200, weight(0)]), 300)).toEqual({
      says: weight(0),
      lastStable: null,
    })
  })
})

it('takes the names of serial ports and nothing else', () => {
  for (const path of [
    'COM3',
    '\\\\.\\COM12',
    '/dev/ttyUSB0',
    '/dev/pts/4',
    '/dev/serial/by-id/usb-FTDI_x-if00-port0',
  ])
    expect([path, isSerialPath(path)]).toEqual([path, true])
  for (const path of [
    '',
    'COM0',
    'ttyUSB0',
    '/etc/passwd',
    '/dev/../etc/passwd',
    '/dev/',
    '/dev/a b',
    'COM3; rm',
  ])
    expect([path, isSerialPath(path)]).toEqual([path, false])
})
