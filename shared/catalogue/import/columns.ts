/** What the columns of a list are: recognised by their headers, in Spanish and English. */

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
  code: 'codigo codigodebarras codigobarras codigoproducto codbarras coddebarras codbarra cod codigoprincipal barcode code ean ean13 sku gtin upc plu id codigointerno codigobarra codigosbarra codigodebarra codebarra codigoean codean barra barras codigosku codsku codigoarticulo codarticulo codart codprod codproducto codinterno referencia ref'.split(
    ' ',
  ),
  moreCodes:
    'otroscodigos codigosadicionales codigosalternativos morecodes othercodes otherbarcodes alternatecodes'.split(
      ' ',
    ),
  name: 'nombre producto nombreproducto nombredelproducto descripcion detalle articulo glosa item name product productname description title nombredelarticulo nombrearticulo descripcionproducto descripciondelproducto descripcionarticulo nomproducto productoservicio nombreproductoservicio nombreitem'.split(
    ' ',
  ),
  price:
    'precio precioventa preciodeventa preciobruto preciofinal preciounitario preciopublico pvp valor valorventa price saleprice unitprice sellingprice retailprice grossprice pventa pvta preciovta precvta precventa preciodevta punit preciounit pventapublico preciodeventaalpublico precioventapublico preciodelista preciolista preciodetalle preciopordefecto preciobrutoventa precioventabruto precioventaiva valorunitario valorbruto venta'.split(
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
  unit: 'unidad unidadmedida unidaddemedida medida um unit uom unitofmeasure umedida unidmedida unmedida unid'.split(
    ' ',
  ),
  exempt: 'exento exentoiva exentodeiva exempt taxexempt ivaexento'.split(' '),
  taxed:
    'afectoaiva afecto afecta afectoiva iva gravado gravadoiva coniva llevaiva aplicaiva tasaiva porcentajeiva poriva iva19 taxed taxable'.split(
      ' ',
    ),
  taxStatus:
    'afectooexento afectoexento exentoafecto afectaexenta ae ea impuesto impuestos tipoimpuesto tipodeimpuesto tipoiva tipotributario condiciontributaria tratamientotributario clasificaciontributaria tax taxstatus taxtype'.split(
      ' ',
    ),
  favourite: 'favorito favoritos destacado favourite favorite'.split(' '),
  archived: 'archivado inactivo descontinuado archived inactive discontinued'.split(' '),
  stock:
    'existencias existencia stock stockactual inventario cantidad saldo onhand stockonhand quantity inventory stockdisponible stocktotal stockfisico stockinicial cantidaddisponible cantidadstock cantidadenstock eninventario disponible'.split(
      ' ',
    ),
  lowStock:
    'minimo stockminimo existenciaminima minimum minimumstock minstock reorderpoint stockcritico stockmin puntodereorden existenciasbajas cantidadminima'.split(
      ' ',
    ),
  place: 'lugar lugarenlapantalla lugarfijo place fixedplace gridplace'.split(' '),
}

/** How a price says that the tax is in it, as every price of the catalogue has it. */
const TAX_IN = /(?:(?:c|con)iva|ivainc|ivaincl|(?:con)?ivaincluido)$/

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
    fieldCalled(wordOf(cell)) ?? fieldCalled(wordOf(cell.replace(JOINING, ' ')))
  const named = header.map((cell) => fieldIn(String(cell)))
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
