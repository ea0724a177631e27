/** Refusals of lists of products, in Chilean Spanish. */
export const goodsRefusals = {
  BULK_TOO_MANY:
    'Se pueden cambiar hasta {most} productos a la vez. Elija una categoría o busque por nombre.',
  BULK_NOT_AS_SHOWN: 'El catálogo cambió mientras tanto. Revise de nuevo la lista de cambios.',
  LABELS_EACH: 'Escriba un número de 1 a {most}.',
  LABELS_NONE: 'La lista no tiene productos. Cambie la búsqueda o el filtro.',
  LABELS_TOO_MANY:
    'Se imprimen hasta {most} etiquetas a la vez. Elija menos productos o menos etiquetas de cada uno.',
  UNIT_TOO_LONG:
    'La unidad admite hasta {most} letras: kg, g, m, lt. Si se vende por unidad, déjela vacía.',
  IMPORT_CODE_CUT:
    'La planilla cortó el código de barras ({code}) y se perdieron números. Ponga esa columna en formato «Número» sin decimales, escriba el código de nuevo y guarde.',
  IMPORT_ZEROS_LOST:
    'Parece que al código {code} le faltan los ceros del comienzo: sería {whole}. Si es así, marque «Reponer ceros».',
  IMPORT_ZEROS_BACK: 'El código {code} entra como {whole}, con los ceros que la planilla le quitó.',
  IMPORT_AMOUNT: '«{text}» no es un monto. Escríbalo en pesos: 1990 o 1.990.',
  IMPORT_QUANTITY:
    '«{text}» no es una cantidad: escriba 12 o 1,25. Si la deja vacía, no cambia nada.',
  IMPORT_PLACE:
    '«{text}» no es un lugar: escriba un número del 1 al {most}. Vacío no cambia nada; «-» lo quita.',
  IMPORT_PLACE_TWICE: 'El lugar {place} ya está en la fila {row}.',
  IMPORT_PLACE_TAKEN: 'Queda en el lugar {place}, que era de «{name}».',
  IMPORT_STOCK: 'Stock: de {from} a {to}.',
  IMPORT_ROUNDED: '«{text}» se redondea a ${clp}: los precios van en pesos enteros.',
  IMPORT_CELL:
    'Esta celda de la planilla dice «{text}»: es un error, una fórmula sin resultado o una fecha que puso la planilla. Escríbala como texto o número y elija el archivo de nuevo.',
  IMPORT_YES_OR_NO: 'Escriba sí o no, o deje la celda vacía.',
  IMPORT_TAX: '«{text}» no dice si es afecto o exento. Escriba Afecto o Exento.',
  IMPORT_TAX_BLANK:
    'Esta celda está vacía y ninguna de su columna dice exento. Escriba Afecto o Exento.',
  IMPORT_TAX_TWICE: '«{text}» contradice a otra columna de la fila: una dice afecto y otra exento.',
  IMPORT_TAX_UNDECIDED:
    'La columna «{name}» parece decir qué lleva IVA y qué es exento, y no se está leyendo. Sin ella, los productos exentos nuevos se venderían con IVA.',
  IMPORT_NET_PRICES:
    'La columna «{name}» dice que hay precios sin IVA, y aquí cada precio es lo que paga el cliente. Póngalos con IVA en la planilla y elija el archivo de nuevo.',
  IMPORT_CODE_TWICE:
    'El código {code} ya está en la fila {row}. Deje una sola fila con ese código.',
  IMPORT_EMPTY: 'El archivo no tiene productos. Revise que la primera hoja tenga la lista.',
  IMPORT_FILE_TOO_LARGE: 'El archivo pasa de {most} MB. Divídalo en varios.',
  IMPORT_TOO_MANY_ROWS: 'La lista pasa de {most} filas. Divídala en varias.',
  IMPORT_TOO_WIDE: 'La lista pasa de {most} columnas con datos. Deje solo las de productos.',
  IMPORT_NOT_A_TABLE:
    'No se pudo leer la lista. Guárdela en la planilla como XLSX o CSV y elija ese archivo.',
  IMPORT_UNZIPPED_TOO_LARGE:
    'Descomprimido, el archivo pasa de {most} MB. Copie solo la lista a una planilla nueva.',
  IMPORT_GONE: 'La lista ya no está abierta. Elija el archivo de nuevo.',
  IMPORT_BUSY: 'Ya se está importando una lista. Espere a que termine o deténgala.',
  IMPORT_COLUMNS: 'Elija qué columna es el nombre o el código, y cuál es el precio.',
  IMPORT_NO_COLUMN:
    'la lista no tiene esa columna, así que no entran sus productos nuevos ({count}). Elíjala, o agréguela al archivo.',
  IMPORT_CODES_MADE:
    'Productos sin código: {count}. Se les pone uno propio ({codes}), y se reconocen por su nombre. Si la lista trae códigos, elija su columna.',
  IMPORT_NAME_TWICE:
    'Sin código no se sabe cuál es: en el catálogo hay varios con este nombre ({codes}). Escriba el código.',
  IMPORT_NOT_READY: 'La lista aún se está leyendo. Espere un momento.',
  IMPORT_FAILED:
    'La importación se interrumpió. Lo que alcanzó a entrar quedó guardado; elija el mismo archivo para seguir con lo que falta.',
  REPORT_FAILED: 'No se pudo leer el informe. Intente de nuevo; puede seguir vendiendo.',
}
