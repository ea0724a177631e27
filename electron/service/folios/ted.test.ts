import fc from 'fast-check'
import { createPrivateKey } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { issueTestCaf, makeAuthorityKeyPem } from './caf.ts'
import { buildTed, verifyTed, type TedData } from './ted.ts'

const authorityKey = createPrivateKey(makeAuthorityKeyPem())
const caf = issueTestCaf(
  {
    issuerRut: '76192083-9',
    issuerName: 'Almacén Don Patricio & Compañía de Productos Limitada',
    documentCode: 39,
    firstFolio: 10,
    lastFolio: 20,
    authorizedOn: '2026-11-20',
  },
  authorityKey,
)
const key = createPrivateKey(caf.privateKeyPem)

const data: TedData = {
  issuerRut: '76192083-9',
  documentCode: 39,
  folio: 12,
  date: '2026-11-20',
  recipientRut: '66666666-6',
  recipientName: 'Sin RUT',
  totalClp: 1990,
  firstItem: 'Pan',
  cafXml: caf.cafXml,
  stampedAt: '2026-11-20T12:00:00',
}

describe('the stamp', () => {
  it("has its elements in the order of the authority's schema", () => {
    const ted = buildTed(data, key)
    const names = [...ted.matchAll(/<([A-Z0-9]+)[ >]/g)].map((match) => match[1])
    expect(names).toEqual([
      'TED',
      'DD',
      'RE',
      'TD',
      'F',
      'FE',
      'RR',
      'RSR',
      'MNT',
      'IT1',
      'CAF',
      'DA',
      'RE',
      'RS',
      'TD',
      'RNG',
      'D',
      'H',
      'FA',
      'RSAPK',
      'M',
      'E',
      'IDK',
      'FRMA',
      'TSTED',
      'FRMT',
    ])
    expect(ted).toContain(caf.cafXml)
    expect(ted).toContain('<IDK>666</IDK>')
  })

  it('cuts texts to 40 characters before it escapes them', () => {
    const ted = buildTed({ ...data, firstItem: `${'&'.repeat(45)}` }, key)
    expect(ted).toContain(`<IT1>${'&amp;'.repeat(40)}</IT1>`)
  })

  it('verifies for any Latin-1 text and tells what it says', () => {
    const latin1 = fc.string({
      unit: fc
        .integer({ min: 0x20, max: 0xff })
        .filter((code) => code < 0x7f || code >= 0xa0)
        .map((code) => String.fromCharCode(code)),
      minLength: 1,
      maxLength: 60,
    })
    fc.assert(
      fc.property(
        latin1,
        latin1,
        fc.integer({ min: 10, max: 20 }),
        fc.nat(999_999_999),
        (name, item, folio, totalClp) => {
          const ted = buildTed(
            { ...data, recipientName: name, firstItem: item, folio, totalClp },
            key,
          )
          expect(verifyTed(ted)).toMatchObject({
            isSignatureValid: true,
            isInAuthorizedRange: true,
            folio,
            totalClp,
            recipientName: name.slice(0, 40),
            firstItem: item.slice(0, 40),
          })
        },
      ),
      { numRuns: 50 },
    )
  })

  it('does not verify after any change of its data', () => {
    const ted = buildTed(data, key)
    for (const [from, to] of [
      ['<MNT>1990<', '<MNT>1991<'],
      ['<F>12<', '<F>13<'],
      ['<IT1>Pan<', '<IT1>Paz<'],
    ] as const) {
      expect(verifyTed(ted.replace(from, to))?.isSignatureValid).toBe(false)
    }
  })

  it('sees a folio outside its range', () => {
    expect(verifyTed(buildTed({ ...data, folio: 21 }, key))).toMatchObject({
      isSignatureValid: true,
      isInAuthorizedRange: false,
    })
  })

  it('never signs what Latin-1 would mangle', () => {
    expect(() => buildTed({ ...data, firstItem: 'Té 🍵' }, key)).toThrow('Latin-1')
  })

  it('is nothing without its parts', () => {
    expect(verifyTed('<TED></TED>')).toBeNull()
  })
})
