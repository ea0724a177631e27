/**
 * A shop of 50,000 products for the counter's bench: names as shelves have them, valid barcodes,
 * put straight into the till's database.
 */
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { eanCheckDigit } from '#shared/catalogue/barcode.ts'
import { openDatabase } from '#till/tables/open-database.ts'

export interface ShopProduct {
  readonly code: string
  readonly name: string
  readonly unitGrossClp: number
}

const KINDS = [
  'Leche',
  'Yogur',
  'Queso',
  'Arroz',
  'Fideos',
  'Azúcar',
  'Aceite',
  'Galletas',
  'Chocolate',
  'Café',
  'Té',
  'Jugo',
  'Bebida',
  'Agua',
  'Cerveza',
  'Vino',
  'Pan',
  'Palta',
  'Tomate',
  'Detergente',
  'Cloro',
  'Jabón',
  'Champú',
  'Pañales',
  'Papel higiénico',
  'Servilletas',
  'Atún',
  'Mermelada',
  'Manjar',
  'Harina',
]
const MAKERS = [
  'Colún',
  'Soprole',
  'Nestlé',
  'Carozzi',
  'Lucchetti',
  'Iansa',
  'Chef',
  'Costa',
  'Ambrosoli',
  'Tucapel',
  'Watt’s',
  'Cachantún',
  'Cristal',
  'Santa Rita',
  'Ideal',
  'Lider',
  'Omo',
  'Clorinda',
  'Lux',
  'Sedal',
  'Babysec',
  'Confort',
  'Nova',
  'Robinson Crusoe',
  'Malloa',
  'Selecta',
  'Los Aromos',
  'Ñuble',
  'Huasco',
  'Maipo',
]
const SORTS = [
  'entera',
  'descremada',
  'light',
  'sin azúcar',
  'integral',
  'clásica',
  'premium',
  'tradición',
  'familiar',
  'económica',
  'orgánica',
  'del sur',
  'extra',
  'suave',
]
const SIZES = [
  '100 g',
  '250 g',
  '500 g',
  '1 kg',
  '2 kg',
  '5 kg',
  '200 ml',
  '350 ml',
  '1 L',
  '1,5 L',
  '2 L',
  '3 L',
  'pack 4',
  'pack 6',
  'pack 12',
]

/** The same catalogue every time. */
export function shopProducts(count: number): ShopProduct[] {
  return Array.from({ length: count }, (_, index) => {
    const pick = <Item>(items: readonly Item[], step: number) =>
      items[Math.floor(index * step) % items.length]
    const body = `780${String(index + 1).padStart(9, '0')}`
    const name = [pick(KINDS, 1), pick(MAKERS, 0.37), pick(SORTS, 0.113), pick(SIZES, 0.71)].join(
      ' ',
    )
    return {
      code: `${body}${eanCheckDigit(body)}`,
      name: `${name} ${index + 1}`,
      unitGrossClp: 290 + ((index * 137) % 19_700),
    }
  })
}

/** Before the till is started. The triggers of the schema keep the search up to date. */
export function fillShop(dataDir: string, products: readonly ShopProduct[]): void {
  mkdirSync(join(dataDir, 'till'), { recursive: true })
  const db = openDatabase(join(dataDir, 'till', 'till.db'))
  db.transaction(() => {
    db.prepare(
      "INSERT INTO category (id, name, hue, position) VALUES ('todo', 'Todo', 140, 1)",
    ).run()
    const insert =
      db.prepare(`INSERT INTO product (id, code, name, unit_gross_clp, is_exempt, unit, category_id, is_favourite, sold_count)
      VALUES (?, ?, ?, ?, 0, NULL, 'todo', ?, ?)`)
    products.forEach(({ code, name, unitGrossClp }, index) =>
      insert.run(`bench-${index}`, code, name, unitGrossClp, Number(index < 24), index % 97),
    )
  })()
  db.close()
}
