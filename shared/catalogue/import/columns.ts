/** What the columns of a list are: recognised by their headers, in Spanish and English. */
import { isOfAmounts, taxColumnOf } from './tax-words.ts'

export const IMPORT_FIELDS = [
  'code',
  'moreCodes',
  'name',
  'price',
  'asksPrice',
  'cost',
  'category',
  'unit',
  'exempt',
  'taxed',
  'taxStatus',
  'favourite',
  'archived',
  'stock',
  'lowStock',
  'place',
] as const
export type ImportField = (typeof IMPORT_FIELDS)[number]
/** By place, as a list of whatever calls them; null is not read. */
export type ImportColumns = readonly (string | null)[]

/** Each field with its words, in Spanish and English. */
export type HeaderWords<Field extends string> = Readonly<Record<Field, readonly string[]>>

/** Without accents, signs and spaces. The first of each is what an export writes, in Spanish. */
export const HEADERS: HeaderWords<ImportField> = {
  code: 'codigo codigodebarras codigobarras codigoproducto codbarras coddebarras codbarra cod codigoprincipal barcode code ean ean13 sku gtin upc plu id codigointerno codigobarra codigosbarra codigodebarra codebarra codigoean codean barra barras codigosku codsku codigoarticulo codarticulo codart codprod codproducto codinterno referencia ref codigobarrasean13 codigobarrasean codigodebarrasean13 codigoean13 codean13 ncodigo nrocodigo barcodeean13'.split(
    ' ',
  ),
  moreCodes:
    'otroscodigos codigosadicionales codigosalternativos morecodes othercodes otherbarcodes alternatecodes'.split(
      ' ',
    ),
  name: 'nombre producto nombreproducto nombredelproducto descripcion detalle articulo glosa item name product productname description title nombredelarticulo nombrearticulo descripcionproducto descripciondelproducto descripcionarticulo nomproducto productoservicio nombreproductoservicio nombreitem descproducto descarticulo descrip nom productonombre'.split(
    ' ',
  ),
  price:
    'precio precioventa preciodeventa preciobruto preciofinal preciounitario preciopublico pvp valor valorventa price saleprice unitprice sellingprice retailprice grossprice pventa pvta preciovta precvta precventa preciodevta punit preciounit pventapublico preciodeventaalpublico precioventapublico preciodelista preciolista preciodetalle preciopordefecto preciobrutoventa precioventabruto precioventaiva valorunitario valorbruto venta prventa prvta prvtapublico preciovtapublico valorunit ppublico preciocarta preciosala preciolocal preciotienda defaultprice'.split(
      ' ',
    ),
  asksPrice:
    'precioalvender pideprecio preguntaprecio preciolibre asksprice askprice openprice'.split(' '),
  cost: 'costoneto costo preciocosto preciodecosto costounitario preciocompra valorcosto cost netcost unitcost costprice purchaseprice coste costounit costonetounitario costounitarioneto pcompra pcosto preciocompraneto preciodecompra ultimocosto costopromedio'.split(
    ' ',
  ),
  category:
    'categoria rubro familia grupo departamento seccion category department group categoriaproducto categoriadelproducto linea clasificacion tipoproducto tipodeproducto tipodeproductoservicio rubroproducto'.split(
      ' ',
    ),
  unit: 'unidad unidadmedida unidaddemedida medida um unit uom unitofmeasure umedida unidmedida unmedida unid unidmed'.split(
    ' ',
  ),
  // What else a list may call them is told by rule: `taxColumnOf`.
  exempt: ['exento'],
  taxed: ['afectoaiva'],
  taxStatus: ['afectooexento'],
  favourite: 'favorito favoritos destacado favourite favorite'.split(' '),
  archived: 'archivado inactivo descontinuado archived inactive discontinued'.split(' '),
  stock:
    'existencias existencia stock stockactual inventario cantidad saldo onhand stockonhand quantity inventory stockdisponible stocktotal stockfisico stockinicial cantidaddisponible cantidadstock cantidadenstock eninventario disponible cant cantstock stockbodega stocktienda stocklocal stockreal stocksucursal stockunidades inventarioinicial inventarioactual existenciaactual instock'.split(
      ' ',
    ),
  lowStock:
    'minimo stockminimo existenciaminima minimum minimumstock minstock reorderpoint stockcritico stockmin puntodereorden existenciasbajas cantidadminima cantminima lowstock'.split(
      ' ',
    ),
  place: 'lugar lugarenlapantalla lugarfijo place fixedplace gridplace'.split(' '),
}

/** How a price says that the tax is in it, as every price of the catalogue has it. */
const TAX_IN = /(?:(?:c|con)iva|ivainc|ivaincl|(?:con)?ivaincluido)$/

/** How a column is to be filled, or whose it is, says nothing of what it holds. */
const HINTS = [
  /\((?:clp|\$|pesos|unidades|un|und|u)\)/gi,
  /(?<![\p{L}\d])\(?(?:s[ií]?\s*[/-]\s*no?|y\s*\/\s*n)\)?(?![\p{L}\d])/giu,
]
const OF_A_SHOP = /\[([^\]]*)\]/g

/** Words that join others and change nothing, as in "precio de venta al público". */
const JOINING = /(?<![\p{L}\d])(?:de|del|al|a|el|la|los|las|of|the)(?![\p{L}\d])/giu

/** A second column of codes: the scanner may read either. */
const SPARE: Readonly<Record<string, string>> = { code: 'moreCodes' }

/** Each field once: the first column that is called so. */
export function columnsIn<Field extends string>(
  words: HeaderWords<Field>,
  header: readonly (string | number)[],
): (Field | null)[] {
  const fieldOf = new Map(
    (Object.keys(words) as Field[]).flatMap((field) =>
      words[field].map((word) => [word, field] as const),
    ),
  )
  const fieldCalled = (word: string) => {
    const plain = fieldOf.get(word.replace(TAX_IN, ''))
    return fieldOf.get(word) ?? (plain === 'price' ? plain : undefined)
  }
  const fieldIn = (cell: string) =>
    fieldCalled(wordOf(cell)) ??
    fieldCalled(wordOf(HINTS.reduce((rest, hint) => rest.replace(hint, ' '), cell))) ??
    fieldCalled(wordOf(cell.replace(JOINING, ' '))) ??
    (Object.hasOwn(words, 'taxStatus') ? (taxColumnOf(cell) as Field | null) : null) ??
    undefined
  const plainly = header.map((cell) => fieldIn(String(cell)))
  const named = plainly.map((field, at) => {
    const inOneShop = field ?? fieldIn(withoutShop(String(header[at])))
    return field ?? (plainly.includes(inOneShop) ? undefined : inOneShop)
  })
  const taken = new Set<Field | undefined>()
  return named.map((field) => {
    const spare = SPARE[field ?? ''] as Field | undefined
    const isSpare = spare !== undefined && taken.has(field) && !named.includes(spare)
    const read = isSpare && Object.hasOwn(words, spare) ? spare : field
    if (read === undefined || taken.has(read)) return null
    taken.add(read)
    return read
  })
}

function withoutShop(heading: string): string {
  return heading.replace(OF_A_SHOP, (all, shop: string) =>
    isOfAmounts(shop) || taxColumnOf(shop) !== null ? all : ' ',
  )
}

export const columnsOf = (header: readonly (string | number)[]) => columnsIn(HEADERS, header)

/** A first row that names two columns is a header; one word may be a product. */
export function isHeader(
  row: readonly (string | number)[],
  words: HeaderWords<string> = HEADERS,
): boolean {
  return columnsIn(words, row).filter((field) => field !== null).length >= 2
}

/** Accents, case, spaces and signs make no other word. */
export function wordOf(text: string): string {
  return text
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]/g, '')
}
