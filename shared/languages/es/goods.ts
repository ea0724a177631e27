/** Refusals of lists of products, in Chilean Spanish. */
export const goodsRefusals = {
  BULK_TOO_MANY:
    'De una vez se cambian hasta {most} productos. Elija una categoría o busque por nombre.',
  BULK_NOT_AS_SHOWN: 'El catálogo cambió entretanto. Vea de nuevo lo que cambiaría.',
  LABELS_EACH: 'Escriba un número de 1 a {most}.',
  LABELS_NONE: 'La lista no tiene productos. Cambie la búsqueda o el filtro.',
  LABELS_TOO_MANY:
    'De una vez salen hasta {most} etiquetas. Elija menos productos o menos de cada uno.',
  UNIT_TOO_LONG:
    'La unidad admite hasta {most} letras: kg, g, m, lt. Para unidades enteras déjela vacía.',
  IMPORT_CODE_CUT:
    'La planilla cortó el código de barras ({code}) y sus cifras se perdieron. Dé a esa columna el formato «Número» sin decimales, escríbalo de nuevo y guarde.',
  IMPORT_ZEROS_LOST:
    'Al código {code} parecen faltarle los ceros del comienzo: sería {whole}. Marque «Reponer ceros» si es así.',
  IMPORT_ZEROS_BACK: 'El código {code} se lee {whole}, con los ceros que la planilla le quitó.',
  IMPORT_AMOUNT: '«{text}» no es un monto. Escríbalo en pesos: 1990 o 1.990.',
  IMPORT_QUANTITY: '«{text}» no es una cantidad: escríbala como 12 o 1,25; vacía no cambia nada.',
  IMPORT_PLACE:
    '«{text}» no es un lugar: escriba del 1 al {most}; vacío no cambia nada, «-» lo quita.',
  IMPORT_PLACE_TWICE: 'El lugar {place} ya está en la fila {row}.',
  IMPORT_PLACE_TAKEN: 'Toma el lugar {place} de «{name}».',
  IMPORT_STOCK: 'Existencias: de {from} a {to}.',
  IMPORT_ROUNDED: '«{text}» se redondea a ${clp}: los precios van en pesos enteros.',
  IMPORT_CELL:
    'La planilla dice «{text}» en esta celda: un error, una fórmula sin resultado o una fecha que nadie escribió. Corríjala como texto o número y vuelva a traer el archivo.',
  IMPORT_YES_OR_NO: 'Escriba sí o no, o deje la celda vacía.',
  IMPORT_TAX: '«{text}» no dice si es afecto o exento. Escriba Afecto o Exento.',
  IMPORT_TAX_TWICE: '«{text}» contradice a otra columna de la fila: una dice afecto y otra exento.',
  IMPORT_TAX_UNDECIDED:
    'La columna «{name}» dice qué productos son afectos y cuáles exentos, y no se está leyendo. Sin ella, los exentos nuevos se venderían con IVA.',
  IMPORT_CODE_TWICE: 'El código {code} ya está en la fila {row}. Deje una sola.',
  IMPORT_EMPTY: 'El archivo no tiene productos. Revise que la primera hoja tenga la lista.',
  IMPORT_FILE_TOO_LARGE: 'El archivo pasa de {most} MB. Divídalo en varios.',
  IMPORT_TOO_MANY_ROWS: 'La lista pasa de {most} filas. Divídala en varias.',
  IMPORT_TOO_WIDE: 'La lista pasa de {most} columnas con datos. Deje solo las de productos.',
  IMPORT_NOT_A_TABLE:
    'No se pudo leer como lista. Guárdela en la planilla como XLSX o CSV y elija ese archivo.',
  IMPORT_UNZIPPED_TOO_LARGE:
    'Por dentro el archivo pasa de {most} MB. Copie la lista sola a una planilla nueva.',
  IMPORT_GONE: 'La lista ya no está abierta. Elija el archivo de nuevo.',
  IMPORT_BUSY: 'Ya se está importando una lista. Espere a que termine o deténgala.',
  IMPORT_COLUMNS: 'Diga qué columna es el código y cuál el nombre o el precio.',
  IMPORT_NOT_READY: 'La lista aún se está leyendo. Espere un momento.',
  IMPORT_FAILED:
    'La importación se interrumpió. Lo ya guardado queda; elija el mismo archivo para seguir con lo que falta.',
  REPORT_FAILED: 'El informe no se pudo leer. Inténtelo de nuevo; la venta sigue como siempre.',
}
