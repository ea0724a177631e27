/** Refusals of the cart, of parked sales, of names and tiles. */
export const SELLING_REFUSALS = {
  // Cart
  BARCODE_UNKNOWN: {
    es: 'No hay ningún producto con el código {code}. Búsquelo por nombre o créelo.',
    en: 'No product has the code {code}. Search by name or create it.',
  },
  BARCODE_CHECK_DIGIT: {
    es: 'El código {code} se leyó mal (dígito verificador). Escanéelo de nuevo.',
    en: 'The code {code} was misread (check digit). Scan it again.',
  },
  SCAN_IN_PARTS: {
    es: 'El código llegó en partes («{head}», «{tail}») y no se agregó nada. Escanéelo de nuevo; si se repite, pruebe el lector en Ajustes.',
    en: 'The code came in parts ("{head}", "{tail}") and nothing was added. Scan it again; if it goes on, try the scanner in Settings.',
  },
  SEARCH_NOTHING: {
    es: 'Ningún producto se llama «{text}». Busque por otra palabra o por código.',
    en: 'No product is called "{text}". Search by another word or by code.',
  },
  SEARCH_NOT_ONE: {
    es: 'Hay varios productos con «{text}». Elija uno con las flechas o tóquelo.',
    en: 'Several products have "{text}". Pick one with the arrows or tap it.',
  },
  QUANTITY_NOT_A_NUMBER: {
    es: 'Escriba una cantidad, por ejemplo 2 o 0,350.',
    en: 'Type a quantity, for example 2 or 0.350.',
  },
  QUANTITY_NOT_POSITIVE: {
    es: 'La cantidad debe ser mayor que cero. Para sacar el producto, use Quitar.',
    en: 'The quantity must be above zero. To take the product out, use Remove.',
  },
  WEIGHT_REQUIRED: {
    es: 'Falta el peso. Escríbalo en kilos, por ejemplo 0,350, o escanee la etiqueta de la balanza.',
    en: 'The weight is missing. Type it in kilos, for example 0,350, or scan the label of the scale.',
  },
  MEASURE_REQUIRED: {
    es: 'Falta la medida. Escríbala, por ejemplo 1,5.',
    en: 'The measure is missing. Type it, for example 1,5.',
  },
  WEIGHT_FIRST: {
    es: 'Primero el peso de «{name}». Lo que acaba de escanear no se agregó: escanéelo después.',
    en: 'First the weight of "{name}". What was just scanned was not added: scan it afterwards.',
  },
  QUANTITY_TOO_LARGE: {
    es: 'La cantidad máxima por línea es 99.999.',
    en: 'The largest quantity of a line is 99,999.',
  },
  DISCOUNT_NOT_VALID: {
    es: 'Escriba el descuento en pesos enteros, por ejemplo 500.',
    en: 'Type the discount in whole pesos, for example 500.',
  },
  DISCOUNT_ABOVE_LINE: {
    es: 'El descuento no puede superar el valor de la línea ({lineTotal}).',
    en: 'The discount cannot be above the line ({lineTotal}).',
  },
  DISCOUNT_OUTGROWS_LINE: {
    es: 'El descuento de {discount} superaría el valor de la línea ({lineTotal}). Cambie o quite primero el descuento.',
    en: 'The discount of {discount} would be above the line ({lineTotal}). Change or remove the discount first.',
  },
  DISCOUNT_ABOVE_CART: {
    es: 'El descuento no puede superar el valor de la venta ({total}).',
    en: 'The discount cannot be above the sale ({total}).',
  },
  NOTE_TOO_LONG: {
    es: 'La nota admite hasta 60 caracteres.',
    en: 'A note holds at most 60 characters.',
  },
  SCALE_LABEL_UNKNOWN: {
    es: 'La etiqueta de balanza {code} es del producto {item}, que no existe. Búsquelo por nombre o créelo con ese código.',
    en: 'The scale label {code} is of product {item}, which does not exist. Search by name or create it with that code.',
  },
  SCALE_LABEL_EMPTY: {
    es: 'La etiqueta de balanza {code} trae peso o precio cero. Pese de nuevo.',
    en: 'The scale label {code} carries no weight or price. Weigh again.',
  },
  SCALE_LABEL_NOT_BY_WEIGHT: {
    es: '«{name}» no se vende por peso, pero la etiqueta trae uno. Revise el producto o la balanza.',
    en: '"{name}" is not sold by weight, but the label carries one. Check the product or the scale.',
  },
  SCALE_PREFIX_TWICE: {
    es: 'El prefijo {prefix} está en dos etiquetas: la caja no sabría cuál es. Déjelo en una.',
    en: 'The prefix {prefix} stands in two labels: the till could not tell which it is. Leave it in one.',
  },
  SCALE_LAYOUT_NOT_VALID: {
    es: 'La etiqueta de balanza parte con 2 y sus partes deben sumar 13 dígitos: prefijo, producto, peso o precio, y verificador.',
    en: 'A scale label begins with 2 and its parts add up to 13 digits: prefix, product, weight or price, and check digit.',
  },
  SCALE_PORT_NOT_VALID: {
    es: 'Elija el puerto de la balanza de la lista, o escríbalo: COM3, /dev/ttyUSB0.',
    en: 'Choose the port of the scale from the list, or type it: COM3, /dev/ttyUSB0.',
  },
  PORT_IS_A_PRINTERS: {
    es: 'En ese puerto está la impresora «{name}». Elija otro para la balanza, o quite esa impresora.',
    en: 'The printer "{name}" is on that port. Choose another for the scale, or remove that printer.',
  },
  PORT_IS_THE_SCALES: {
    es: 'En ese puerto está la balanza. Elija otro para la impresora, o cambie la balanza en Ajustes.',
    en: 'The scale is on that port. Choose another for the printer, or change the scale in Settings.',
  },
  SCALE_NOT_FOUND: {
    es: 'La balanza está desconectada. Revise el cable y el puerto; vuelve sola.',
    en: 'The scale is disconnected. Check cable and port; it comes back by itself.',
  },
  SCALE_BUSY: {
    es: 'Otro programa está usando el puerto de la balanza. Ciérrelo.',
    en: 'Another program is using the port of the scale. Close it.',
  },
  SCALE_NO_PERMISSION: {
    es: 'Sin permiso para usar el puerto de la balanza. Pida al administrador agregar la caja al grupo dialout.',
    en: 'No permission to use the port of the scale. Ask the administrator to add the till to the group dialout.',
  },
  LINE_NOT_FOUND: {
    es: 'Esa línea ya no está en la venta.',
    en: 'That line is no longer in the sale.',
  },
  LINE_NUMBER_TWICE: {
    es: 'Dos líneas de la venta tienen el mismo número. Vacíe la venta y agréguelas de nuevo.',
    en: 'Two lines of the sale have the same number. Clear the sale and add them again.',
  },
  CART_EMPTY: {
    es: 'La venta está vacía. Agregue un producto antes de cobrar.',
    en: 'The sale is empty. Add a product before charging.',
  },
  CART_TOO_LONG: {
    es: 'Una boleta admite hasta 1.000 líneas. Cobre esta venta y continúe en otra.',
    en: 'A receipt holds at most 1,000 lines. Charge this sale and go on in another.',
  },
  CART_TOTAL_TOO_LARGE: {
    es: 'El total supera el máximo que admite la caja.',
    en: 'The total is above what the till can handle.',
  },
  CART_TOTAL_ZERO: {
    es: 'El total es $0. Una boleta parte en $1.',
    en: 'The total is $0. A receipt starts at $1.',
  },
  PRICE_TOO_LARGE: {
    es: 'El precio parece un error: el máximo es {limit}.',
    en: 'The price looks like a mistake: the most is {limit}.',
  },
  PRICE_NOT_VALID: {
    es: 'Escriba el precio en pesos enteros, desde $1.',
    en: 'Type the price in whole pesos, from $1.',
  },
  // Parked sales
  PARKED_FULL: {
    es: 'Ya hay {most} ventas en espera. Cobre o descarte una antes de dejar otra.',
    en: 'There are already {most} parked sales. Charge or discard one before parking another.',
  },
  PARKED_NOT_FOUND: { es: 'Esa venta ya no está en espera.', en: 'That sale is no longer parked.' },
  PARKED_NAME_TOO_LONG: {
    es: 'El nombre de una venta en espera admite hasta 40 caracteres.',
    en: 'The name of a parked sale holds at most 40 characters.',
  },
  SALE_HELD_ELSEWHERE: {
    es: 'Esta venta la tiene otra pantalla. Presione «Seguir aquí» para tomarla en esta.',
    en: 'Another screen has this sale. Press "Go on here" to take it to this one.',
  },
  SALE_CHARGED_ELSEWHERE: {
    es: 'Otra pantalla ya cobró esta venta. Está en Boletas; no la cobre de nuevo.',
    en: 'Another screen has charged this sale. It is in Receipts; do not charge it again.',
  },
  SALE_PARKED: {
    es: 'Esta venta quedó en espera desde otra pantalla. Recupérela con «Ventas en espera».',
    en: 'Another screen put this sale aside. Take it up again under "Parked sales".',
  },
  SALE_HAS_PAYMENTS: {
    es: 'Esta venta ya tiene pagos recibidos ({what}). Confirme que sigue con ella, o déjela en espera.',
    en: 'This sale has payments already ({what}). Confirm that you go on with it, or put it aside.',
  },
  PARKED_NOT_READABLE: {
    es: 'Esta venta en espera no se puede leer. Anótela y avise a soporte; no se borra sola.',
    en: 'This parked sale cannot be read. Write it down and tell support; it is not deleted by itself.',
  },
  SALE_ALREADY_CHARGED: {
    es: 'Esta venta ya se cobró y está en Boletas. Empiece una nueva.',
    en: 'This sale has been charged already and is in Receipts. Start a new one.',
  },
  // Names
  NAME_REQUIRED: { es: 'Escriba un nombre.', en: 'Type a name.' },
  NAME_TOO_LONG: {
    es: 'El nombre admite hasta 80 caracteres.',
    en: 'A name holds at most 80 characters.',
  },
  NAME_NOT_LATIN1: {
    es: 'El carácter «{character}» no se puede imprimir en una boleta. Quítelo del nombre.',
    en: 'The character "{character}" cannot be printed on a receipt. Take it out of the name.',
  },
  CODE_REQUIRED: { es: 'Escriba o escanee un código.', en: 'Type or scan a code.' },
  CODE_NOT_VALID: {
    es: 'El código admite hasta 35 letras, números o guiones.',
    en: 'A code holds at most 35 letters, digits or dashes.',
  },
  CODE_TAKEN: {
    es: 'El código {code} ya es de «{name}».',
    en: 'The code {code} already belongs to "{name}".',
  },
  CATEGORY_UNKNOWN: {
    es: 'Elija una categoría de la lista.',
    en: 'Choose a category from the list.',
  },
  // Tiles
  PRODUCT_GONE: {
    es: 'Ese producto ya no está en el catálogo.',
    en: 'That product is no longer in the catalogue.',
  },
  PICTURE_NOT_VALID: {
    es: 'Elija una imagen PNG, JPEG o WebP.',
    en: 'Choose a PNG, JPEG or WebP picture.',
  },
  PICTURE_TOO_LARGE: {
    es: 'La imagen es demasiado grande: hasta {most} KB. Elija otra.',
    en: 'The picture is too large: at most {most} KB. Choose another one.',
  },
  PICTURES_FULL: {
    es: 'Ya hay {most} imágenes. Quite una antes de poner otra.',
    en: 'There are {most} pictures already. Take one away before adding another.',
  },
} as const
