/** The shelves and printers of the shop every story sells in. */
import type { DemoCatalogue } from '#till/catalogue/catalogue.ts'
import type { CategoryView } from '#shared/catalogue/category.ts'
import type { PrinterState } from '#shared/printing/views.ts'
import { eanCheckDigit } from '#shared/catalogue/barcode.ts'
import type { ProductId } from '#shared/core/brand.ts'
import { clp } from '#shared/money/clp.ts'
import type { ProductView } from '#shared/catalogue/product.ts'

export const SHOP = {
  rut: '76.192.083-9',
  legalName: 'Comercial Los Aromos SpA',
  tradeName: 'Almacén Los Aromos',
  address: 'Av. Irarrázaval 2401',
  commune: 'Ñuñoa',
}

export const CATEGORIES: readonly CategoryView[] = [
  { id: 'abarrotes', name: 'Abarrotes', hue: 75 },
  { id: 'bebidas', name: 'Bebidas', hue: 235 },
  { id: 'panaderia', name: 'Panadería', hue: 50 },
  { id: 'lacteos', name: 'Lácteos', hue: 205 },
  { id: 'verduras', name: 'Frutas y verduras', hue: 140 },
  { id: 'libros', name: 'Libros', hue: 305 },
  { id: 'aseo', name: 'Aseo', hue: 180 },
]

interface Options {
  readonly unit?: string
  readonly exempt?: true
  readonly star?: true
}

const ROWS: readonly (readonly [
  name: string,
  price: number,
  category: string,
  options?: Options,
])[] = [
  ['Pan marraqueta', 2290, 'panaderia', { star: true }],
  ['Hallulla', 2190, 'panaderia', { unit: 'kg', star: true }],
  ['Leche entera Colún 1 L', 1290, 'lacteos', { star: true }],
  ['Yogur batido frutilla 120 g', 390, 'lacteos'],
  ['Queso gauda laminado 250 g', 3490, 'lacteos'],
  ['Mantequilla con sal 250 g', 2990, 'lacteos'],
  ['Bebida cola 1,5 L retornable', 1690, 'bebidas', { star: true }],
  ['Agua mineral sin gas 1,6 L', 1090, 'bebidas'],
  ['Jugo de naranja néctar 1 L', 1190, 'bebidas'],
  ['Té negro ceylán 20 bolsas', 1390, 'abarrotes'],
  ['Café instantáneo tradición 170 g', 5490, 'abarrotes'],
  ['Arroz grado 2 grano largo 1 kg', 1490, 'abarrotes', { star: true }],
  ['Fideos espirales n° 5 400 g', 990, 'abarrotes'],
  ['Azúcar granulada 1 kg', 1396, 'abarrotes', { star: true }],
  ['Aceite maravilla 900 ml', 2490, 'abarrotes'],
  ['Salsa de tomate italiana 200 g', 590, 'abarrotes'],
  ['Manjar tradicional 500 g', 2390, 'abarrotes'],
  ['Palta hass', 4990, 'verduras', { unit: 'kg', star: true }],
  ['Tomate larga vida', 1890, 'verduras', { unit: 'kg' }],
  ['Plátano', 1390, 'verduras', { unit: 'kg' }],
  ['Cebolla', 1190, 'verduras', { unit: 'kg' }],
  ['Limón de Pica', 2790, 'verduras', { unit: 'kg' }],
  ['Cuaderno universitario 100 hojas', 1990, 'libros'],
  ['Diario del domingo', 1500, 'libros', { exempt: true }],
  ['Poemas y antipoemas', 12_900, 'libros', { exempt: true }],
  ['Detergente líquido ropa blanca y de color 3 L', 8990, 'aseo'],
  ['Papel higiénico doble hoja 12 rollos', 6990, 'aseo', { star: true }],
  ['Cloro tradicional 1 L', 1190, 'aseo'],
]

export const PRODUCTS: readonly ProductView[] = ROWS.map(
  ([name, price, categoryId, options = {}], index) => {
    const body = `780${String(4_610_000 + index * 137).padStart(9, '0')}`
    return {
      id: `p${index + 1}` as ProductId,
      code: `${body}${eanCheckDigit(body)}`,
      name,
      unitGrossClp: clp(price),
      categoryId,
      isExempt: options.exempt ?? false,
      unit: options.unit ?? null,
      isFavourite: options.star ?? false,
    }
  },
)

export const SHELVES: DemoCatalogue = {
  categories: CATEGORIES,
  products: PRODUCTS.map(({ unit, ...product }) => ({
    ...product,
    ...(unit === null ? {} : { unit }),
  })),
}

export const PRINTERS: readonly PrinterState[] = [
  {
    config: {
      id: 'virtual-80',
      name: 'Impresora en pantalla',
      widthMm: 80,
      dots: 576,
      transport: { kind: 'virtual' },
      hasCutter: true,
      hasDrawer: true,
    },
    present: true,
    trouble: null,
  },
  {
    config: {
      id: 'usb-04b8-0e15',
      name: 'Epson TM-T20III',
      widthMm: 80,
      dots: 576,
      hasCutter: true,
      hasDrawer: true,
      transport: { kind: 'usb', vendorId: 0x04b8, productId: 0x0e15, serial: null, portPath: null },
    },
    present: true,
    trouble: 'PAPER_OUT',
  },
]

const UNKNOWN_BODY = '780999999999'
/** A well-formed barcode of nothing in this shop. */
export const UNKNOWN_CODE = `${UNKNOWN_BODY}${eanCheckDigit(UNKNOWN_BODY)}`
