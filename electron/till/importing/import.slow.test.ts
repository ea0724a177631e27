/** A list on its way into the catalogue of the real core, on its real thread. */
import { beforeEach, describe, expect, it } from 'vitest'
import { strToU8, zipSync } from 'fflate'
import { IMPORT_PART_BYTES } from '#shared/catalogue/import/limits.ts'
import type { Till } from '../till.ts'
import { BACKUP_WORKER } from '../../../test/support/backup-worker.ts'
import { must } from '../../../test/support/must.ts'
import { fixturePerTest } from '../../../test/support/till-per-test.ts'
import { createImportPort } from './import-thread.ts'

const COFFEE = '7801040000037'
/** Packed once: it takes seconds. */
const BOMB = Buffer.from(
  zipSync({ 'xl/worksheets/sheet1.xml': new Uint8Array(130 * 1024 * 1024) }, { level: 1 }),
)
const { fixture } = fixturePerTest()
let till: Till
beforeEach(async () => {
  till = await fixture.open({ importing: createImportPort(BACKUP_WORKER) })
})

const importId = 'one'
function send(bytes: Uint8Array, name = 'lista.csv') {
  const totalBytes = bytes.length
  for (let offset = 0; offset < totalBytes; offset += IMPORT_PART_BYTES) {
    const base64 = Buffer.from(bytes.subarray(offset, offset + IMPORT_PART_BYTES)).toString(
      'base64',
    )
    const sent = till.api.sendImport({ importId, name, offset, totalBytes, base64 })
    if (!sent.ok) return sent
  }
  return settled()
}
function view() {
  const answer = till.api.importing()
  if (!answer.ok || answer.value === null) throw new Error('no list')
  return answer.value
}
async function settled() {
  const working = ['receiving', 'reading', 'writing']
  await expect.poll(() => working.includes(view().phase), { timeout: 30_000 }).toBe(false)
  return view()
}
const sendText = (text: string) => send(Buffer.from(text))
async function accept() {
  const accepted = till.api.acceptImport({ importId })
  return accepted.ok ? settled() : accepted
}
const rows = (show: 'bad' | 'noted' | 'all') =>
  till.api.importRows({ importId, show, offset: 0, limit: 50 })
const sold = (code: string) => till.api.productByCode(code)

describe('a list', () => {
  it('is shown before it changes anything, names every bad row, and is then taken in', async () => {
    const list =
      'Precio;Código;Nombre;Rubro\r\n$ 2.490;7801040000037;Café de grano;Abarrotes\r\n' +
      '990;A-1;Té de boldo;Infusiones\r\ngratis;A-2;Mate;\r\n1.290;A-1;Otro té;\r\n500;7,80E+12;Pan;\r\n;A-3;Sin precio;'
    expect(await sendText(list)).toMatchObject({
      phase: 'ready',
      plan: {
        arrangement: { columns: ['price', 'code', 'name', 'category'], hasHeader: true },
        counts: { all: 6, bad: 4, new: 1, changed: 1, same: 0 },
        newCategories: ['Infusiones'],
      },
    })
    expect(await rows('bad')).toMatchObject({
      value: {
        total: 4,
        rows: [
          { number: 4, code: 'A-2', problem: { code: 'IMPORT_AMOUNT', field: 'price' } },
          { number: 5, problem: { code: 'IMPORT_CODE_TWICE', params: { row: '3' } } },
          { number: 6, problem: { code: 'IMPORT_CODE_CUT', field: 'code' } },
          { number: 7, problem: { code: 'PRICE_NOT_VALID', field: 'price' } },
        ],
      },
    })
    expect(sold('A-1')).toMatchObject({ ok: false })
    expect(till.api.bootstrap().categories).toHaveLength(1)
    expect(await accept()).toMatchObject({
      phase: 'done',
      done: { created: 1, changed: 1, left: 0, wasStopped: false },
    })
    expect([sold('A-1'), sold(COFFEE)]).toMatchObject([
      { value: { name: 'Té de boldo', unitGrossClp: 990 } },
      { value: { name: 'Café de grano', unitGrossClp: 2490 } },
    ])
    expect(till.api.bootstrap().categories.map(({ name }) => name)).toEqual([
      'Abarrotes',
      'Infusiones',
    ])
    expect(
      till.api.searchProducts({ text: 'boldo', categoryId: null, favouritesOnly: false, limit: 5 }),
    ).toHaveLength(1)
    expect(till.api.audit({ cursor: null, limit: 5 })).toMatchObject({
      value: {
        rows: [
          {
            action: 'goods-imported',
            detail: { what: 'lista.csv, terminada: 1 nuevos, 1 cambiados' },
          },
          {
            action: 'goods-imported',
            detail: { what: 'lista.csv, aceptada: 1 nuevos, 1 cambiados' },
          },
        ],
      },
    })
    // The same list again finds all of it there: that is how an interrupted one goes on.
    expect(await sendText(list)).toMatchObject({
      plan: { counts: { new: 0, changed: 0, same: 2 } },
    })
  })

  it.each([
    [
      'UTF-8 with a mark, commas',
      Buffer.from('\ufeffcode,name,price\nX1,"Ñoquis, ""ricos""",990\n'),
    ],
    ['Windows-1252, tabs', Buffer.from('code\tname\tprice\nX1\tÑoquis, "ricos"\t990', 'latin1')],
    ['UTF-16', Buffer.from('\ufeffcode\tname\tprice\r\nX1\tÑoquis, "ricos"\t990', 'utf16le')],
    ['a separator of its own', Buffer.from('sep=|\r\ncode|name|price\r\nX1|Ñoquis, "ricos"|990')],
    [
      'a title and an empty line above',
      Buffer.from('Lista 2026;;\n\ncode;name;price\nX1;"Ñoquis, ""ricos""";990'),
    ],
  ])('is read as %s', async (_, bytes) => {
    await send(bytes)
    await accept()
    expect(sold('X1')).toMatchObject({ value: { name: 'Ñoquis, "ricos"', unitGrossClp: 990 } })
  })

  it('as XLSX: the first sheet, texts, numbers and empty cells in their places', async () => {
    await send(
      xlsx(`<row r="1"><c r="A1" t="s"><v>0</v></c><c r="B1" t="inlineStr"><is><t>Nombre</t></is></c><c r="D1" t="str"><v>Precio</v></c></row>
      <row r="4"><c r="A4"><v>7.8010400000440001E12</v></c><c r="B4" t="s"><v>1</v></c><c r="D4"><v>1990</v></c></row>`),
      'lista.xlsx',
    )
    expect(await rows('all')).toMatchObject({
      value: { rows: [{ number: 4, code: '7801040000044', name: 'Té & «más»', toClp: 1990 }] },
    })
  })

  it('without a header waits for a hand to say the columns', async () => {
    expect(await sendText('X1;Té;990\nX2;Mate;1290')).toMatchObject({
      plan: { problem: { code: 'IMPORT_COLUMNS' }, counts: null },
    })
    expect(till.api.acceptImport({ importId })).toMatchObject({
      refusal: { code: 'IMPORT_COLUMNS' },
    })
    const arrangement = { hasHeader: false, restoresZeros: false, categoryId: 'a' }
    till.api.arrangeImport({ importId, columns: ['code', 'name', 'price'], ...arrangement })
    expect(await settled()).toMatchObject({ plan: { counts: { new: 2 } } })
    expect(till.api.cancelImport({ importId })).toMatchObject({ ok: true })
    expect(till.api.importing()).toEqual({ ok: true, value: null })
    expect(till.api.acceptImport({ importId })).toMatchObject({ refusal: { code: 'IMPORT_GONE' } })
  })

  it('is let go when the till closes in the middle of it', async () => {
    await sendText(many(20_000))
    till.api.acceptImport({ importId })
    await till.stop()
    till = await fixture.open({ importing: createImportPort(BACKUP_WORKER) })
    expect(till.api.importing()).toEqual({ ok: true, value: null })
    expect(till.api.audit({ cursor: null, limit: 1 })).toMatchObject({
      value: { rows: [{ detail: { what: 'lista.csv, interrumpida' } }] },
    })
    await sendText(many(20_000))
    const { counts } = view().plan ?? {}
    expect((counts?.new ?? 0) + (counts?.same ?? 0)).toBe(20_000)
  })
})

describe('hostile files are refused in words, and the till goes on', () => {
  const strings = '<sst><si><t>Código</t></si></sst>'
  it.each([
    ['a program', Buffer.from([0x7f, 0x45, 0x4c, 0x46, 0, 0, 0, 1]), 'IMPORT_NOT_A_TABLE'],
    ['an XLS of before 2007', Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 1, 2]), 'IMPORT_NOT_A_TABLE'],
    ['a broken zip', Buffer.from('PK\u0003\u0004 and nothing'), 'IMPORT_NOT_A_TABLE'],
    [
      'a picture under the name of a list',
      Buffer.from('\u0089PNG\r\n\u001a\n\0\0\0\rIHDR', 'latin1'),
      'IMPORT_NOT_A_TABLE',
      'lista.xlsx',
    ],
    ['no rows', Buffer.from('code;name;price\r\n\r\n;;'), 'IMPORT_EMPTY'],
    ['one line of 5 MB', Buffer.from(`code;name;price${'x'.repeat(5_000_000)}`), 'IMPORT_EMPTY'],
    ['16,384 columns', Buffer.from(`code;name;price\n${'9;'.repeat(16_384)}`), 'IMPORT_TOO_WIDE'],
    [
      '70,000 rows',
      Buffer.from(`code;name;price\n${'1;a;1\n'.repeat(70_000)}`),
      'IMPORT_TOO_MANY_ROWS',
    ],
    ['a cell in column XFD', xlsx('<row r="1"><c r="XFD1"><v>1</v></c></row>'), 'IMPORT_TOO_WIDE'],
    [
      'a row beyond all',
      xlsx('<row r="999999999"><c r="A1"><v>1</v></c></row>'),
      'IMPORT_TOO_MANY_ROWS',
    ],
    ['a zip bomb', BOMB, 'IMPORT_UNZIPPED_TOO_LARGE'],
    ['a zip that says less than it holds', lyingBomb(), 'IMPORT_NOT_A_TABLE'],
    ['an XML without an end', xlsx('<row'.repeat(200_000), strings), 'IMPORT_EMPTY'],
  ] as readonly (readonly [string, Buffer, string] | readonly [string, Buffer, string, string])[])(
    '%s',
    async (_, bytes, code, name = 'lista.csv') => {
      expect(await send(bytes, name)).toMatchObject({ phase: 'failed', refusal: { code } })
      expect(await sendText('code;name;price\nX1;Té;990')).toMatchObject({ phase: 'ready' })
    },
  )

  it('a file above the limit is not even received', () => {
    const sent = till.api.sendImport({
      importId,
      name: 'x',
      offset: 0,
      totalBytes: 1e9,
      base64: '',
    })
    expect(sent).toMatchObject({
      refusal: { code: 'IMPORT_FILE_TOO_LARGE', params: { most: '20' } },
    })
  })

  it('names and codes the service would refuse are bad rows, whatever they are made of', async () => {
    const wrong = ['Té\u0007', 'Té 🍵', 'x'.repeat(81), '\ud800', '日本', '\u202eTé']
    const codes = ['9'.repeat(10_000), 'ñ', 'a b!', '{}']
    const list = [
      'code;name;price',
      ...wrong.map((name, at) => `N${at};"${name}";990`),
      ...codes.map((code) => `${code};Té;990`),
      'P1;Té;0',
      'P2;Té;-5',
      'P3;Té;99999999999',
      'P4;Té;1e400',
    ]
    expect(await sendText(list.join('\n'))).toMatchObject({
      plan: { counts: { bad: list.length - 1, new: 0, changed: 0 } },
    })
  })
})

it('what a new product begins with is no notice', async () => {
  await sendText('codigo;nombre;precio;existencias\nN-1;Té nuevo;990;25')
  expect(await rows('noted')).toMatchObject({ value: { total: 0 } })
  expect(await rows('all')).toMatchObject({ value: { rows: [{ kind: 'new', notes: [] }] } })
})

it('a column that names the exempt is decided about before anything comes in', async () => {
  const table = 'codigo;nombre;precio;regimen\nN-1;Té nuevo;990;Afecto\nN-2;Libro;990;Exento'
  expect(await sendText(table)).toMatchObject({
    plan: { counts: null, problem: { code: 'IMPORT_TAX_UNDECIDED', params: { at: '3' } } },
  })
  expect(till.api.acceptImport({ importId })).toMatchObject({
    refusal: { code: 'IMPORT_TAX_UNDECIDED' },
  })
  till.api.arrangeImport({
    importId,
    columns: ['code', 'name', 'price', null],
    hasHeader: true,
    restoresZeros: false,
    categoryId: 'a',
    leftOut: [3],
  })
  expect(await settled()).toMatchObject({ plan: { counts: { new: 2 } } })
})

describe('counts in a list', () => {
  const coffee = () => must(till.api.stockByCode(COFFEE))
  const moves = () =>
    must(till.api.stockMoves({ productId: coffee().id })).map(({ kind, milli, reason }) => [
      kind,
      milli,
      reason,
    ])

  it('correct what there is by what differed when they were shown; empty leaves it as it is', async () => {
    await sendText(`codigo;existencias;minimo\n${COFFEE};12;3\n201;;`)
    expect(await rows('noted')).toMatchObject({
      value: {
        total: 1,
        rows: [
          { code: COFFEE, notes: [{ code: 'IMPORT_STOCK', params: { from: '0', to: '12' } }] },
        ],
      },
    })
    // Sold between the look at the list and its end: it stays sold.
    must(
      till.api.moveStock({
        moveId: 'meanwhile',
        kind: 'received',
        lines: [{ productId: coffee().id, milli: 2_000 }],
        reason: 'Guía',
        switchesOn: true,
      }),
    )
    expect(await accept()).toMatchObject({ done: { created: 0, changed: 1, left: 0 } })
    expect(coffee().stock).toEqual({ milli: 14_000, lowMilli: 3_000 })
    expect(moves()).toEqual([
      ['corrected', 12_000, 'importación'],
      ['received', 2_000, 'Guía'],
    ])
    expect(must(till.api.stockByCode('201')).stock).toBeNull()
    expect(must(till.api.audit({ cursor: null, limit: 1 })).rows).toMatchObject([
      { detail: { what: 'lista.csv, terminada: 0 nuevos, 1 cambiados, con stock' } },
    ])
    await sendText(`codigo;existencias;minimo\n${COFFEE};14;3`)
    expect(view().plan?.counts).toMatchObject({ same: 1, changed: 0 })
  })

  it('name a quantity nobody can read, halves of a piece and a minimum of nothing', async () => {
    await sendText(`codigo;existencias;minimo\n${COFFEE};pocos;\n201;1,5;\n101;;4\n`)
    expect(await rows('bad')).toMatchObject({
      value: {
        rows: [
          { problem: { code: 'IMPORT_QUANTITY', field: 'stock' } },
          { problem: { code: 'STOCK_QUANTITY', field: 'stock' } },
          { problem: { code: 'STOCK_OFF', field: 'lowStock' } },
        ],
      },
    })
  })
})

const many = (count: number) =>
  `code;name;price\n${Array.from({ length: count }, (_, at) => `M${at};Manjar ${at};990`).join('\n')}`

function xlsx(
  rows: string,
  strings = '<sst><si><t>Código</t></si><si><r><t>Té &amp; </t></r><r><t>«más»</t></r></si></sst>',
) {
  return Buffer.from(
    zipSync({
      'xl/workbook.xml': strToU8(
        '<workbook><sheets><sheet name="Hoja" sheetId="7" r:id="rId9"/></sheets></workbook>',
      ),
      'xl/_rels/workbook.xml.rels': strToU8(
        '<Relationships><Relationship Id="rId9" Type="x" Target="worksheets/lista.xml"/></Relationships>',
      ),
      'xl/sharedStrings.xml': strToU8(strings),
      'xl/worksheets/lista.xml': strToU8(`<worksheet><sheetData>${rows}</sheetData></worksheet>`),
    }),
  )
}

/** The sizes in its headers say one kilobyte; what it holds unfolds to 130 MB. */
function lyingBomb() {
  const bytes = Buffer.from(BOMB)
  for (const [signature, at] of [
    [0x04034b50, 22],
    [0x02014b50, 24],
  ] as const)
    for (let place = 0; place < bytes.length - 46; place += 1)
      if (bytes.readUInt32LE(place) === signature) bytes.writeUInt32LE(1_024, place + at)
  return bytes
}

it('a list gives places on the grid: it takes them from who has them, each once, and says so first', async () => {
  const place = (code: string) => {
    const found = sold(code)
    return found.ok ? (found.value.fixedPlace ?? null) : found.refusal.code
  }
  const places = () => ['A-1', 'A-2', 'A-3', COFFEE].map(place)
  await sendText(
    `Código;Nombre;Precio;Lugar\r\nA-1;Té;990;1\r\nA-2;Mate;990;2\r\nA-3;Pan;500;-\r\n${COFFEE};;;9`,
  )
  await accept()
  expect(places()).toEqual([1, 2, null, 9])
  // Two change places, one keeps its own, one takes the place of who is not in the list.
  await sendText('Código;Precio;Lugar\r\nA-1;;2\r\nA-2;;1\r\nA-3;;9')
  expect(await rows('noted')).toMatchObject({
    value: {
      rows: [['A-1', 'Mate'], ['A-2', 'Té'], ['A-3']].map(([code, name = expect.anything()]) => ({
        code,
        notes: [{ code: 'IMPORT_PLACE_TAKEN', field: 'place', params: { name } }],
      })),
    },
  })
  await accept()
  expect(places()).toEqual([2, 1, 9, null])
  await sendText('Código;Precio;Lugar\r\nA-1;;9\r\nA-3;;9\r\nA-2;;121\r\nA-4;5;x')
  expect(await rows('bad')).toMatchObject({
    value: {
      rows: [
        { code: 'A-3', problem: { code: 'IMPORT_PLACE_TWICE', params: { row: '2' } } },
        { code: 'A-2', problem: { code: 'IMPORT_PLACE', field: 'place' } },
        { code: 'A-4', problem: { code: 'IMPORT_PLACE', params: { text: 'x' } } },
      ],
    },
  })
  await sendText('Código;Precio;Lugar\r\nA-1;;-\r\nA-2;1.200;')
  await accept()
  expect(places()).toEqual([null, 1, 9, null])
})
