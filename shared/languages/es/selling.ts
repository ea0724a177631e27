/** Refusals of the cart, of parked sales, of names and tiles, in Spanish. */
export const sellingRefusals = {
  // Cart
  BARCODE_UNKNOWN: 'No hay ningún producto con el código {code}. Búsquelo por nombre o créelo.',
  BARCODE_CHECK_DIGIT: 'El código {code} se leyó mal (dígito verificador). Escanéelo de nuevo.',
  SCAN_IN_PARTS:
    'El código llegó en partes («{head}», «{tail}») y no se agregó nada. Escanéelo de nuevo; si se repite, pruebe el lector en Ajustes.',
  SCAN_DURING_CARD: 'Mientras se cobra la tarjeta no se agrega nada: escanéelo de nuevo después.',
  SEARCH_NOTHING: 'Ningún producto se llama «{text}». Busque por otra palabra o por código.',
  SEARCH_NOT_ONE:
    '¿Quiso decir…? Hay varios productos con «{text}». Elija uno con las flechas o tóquelo.',
  SEARCH_GUESSED:
    '¿Quiso decir…? Ningún producto se llama «{text}»; estos se parecen. Elija uno con las flechas o tóquelo.',
  QUANTITY_NOT_A_NUMBER: 'Escriba una cantidad, por ejemplo 2 o 0,350.',
  QUANTITY_NOT_POSITIVE: 'La cantidad debe ser mayor que cero. Para sacar el producto, use Quitar.',
  WEIGHT_REQUIRED:
    'Falta el peso. Escríbalo en kilos, por ejemplo 0,350, o escanee la etiqueta de la balanza.',
  MEASURE_REQUIRED: 'Falta la medida. Escríbala, por ejemplo 1,5.',
  DATE_NOT_READ: 'Ese día no existe. Escriba día, mes y año, por ejemplo 31-12-2026.',
  DATE_BEYOND: 'Escriba un día entre el {from} y el {to}.',
  PRICE_FIRST: '{name} no tiene precio fijo: escríbalo primero, y escanee de nuevo lo demás.',
  WEIGHT_FIRST:
    'Primero el peso de «{name}». Lo que acaba de escanear no se agregó: escanéelo después.',
  QUANTITY_TOO_LARGE: 'La cantidad máxima por línea es 99.999.',
  DISCOUNT_NOT_VALID: 'Escriba el descuento en pesos enteros, por ejemplo 500.',
  DISCOUNT_ABOVE_LINE: 'El descuento no puede superar el valor de la línea ({lineTotal}).',
  DISCOUNT_OUTGROWS_LINE:
    'El descuento de {discount} superaría el valor de la línea ({lineTotal}). Cambie o quite primero el descuento.',
  DISCOUNT_ABOVE_CART: 'El descuento no puede superar el valor de la venta ({total}).',
  NOTE_TOO_LONG: 'La nota admite hasta 60 caracteres.',
  SCALE_LABEL_UNKNOWN:
    'La etiqueta de balanza {code} es del producto {item}, que no existe. Búsquelo por nombre o créelo con ese código.',
  SCALE_LABEL_EMPTY: 'La etiqueta de balanza {code} trae peso o precio cero. Pese de nuevo.',
  SCALE_LABEL_NOT_BY_WEIGHT:
    '«{name}» no se vende por peso, pero la etiqueta trae uno. Revise el producto o la balanza.',
  SCALE_PREFIX_TWICE: 'El prefijo {prefix} está en dos etiquetas. Déjelo en una sola.',
  SCALE_LAYOUT_NOT_VALID:
    'La etiqueta de balanza comienza con 2 y sus partes deben sumar 13 dígitos: prefijo, producto, peso o precio, y verificador.',
  SCALE_PORT_NOT_VALID:
    'Elija el puerto de la balanza de la lista, o escríbalo: COM3, /dev/ttyUSB0.',
  PORT_IS_A_PRINTERS:
    'En ese puerto está la impresora «{name}». Elija otro para la balanza, o quite esa impresora.',
  PORT_IS_THE_SCALES:
    'En ese puerto está la balanza. Elija otro para la impresora, o cambie la balanza en Ajustes.',
  SCALE_NOT_FOUND: 'La balanza está desconectada. Revise el cable y el puerto; se reconecta sola.',
  SCALE_BUSY: 'Otro programa está usando el puerto de la balanza. Ciérrelo.',
  SCALE_NO_PERMISSION:
    'La caja no tiene permiso para usar el puerto de la balanza. Pida a quien administra el computador que la agregue al grupo dialout.',
  LINE_NOT_FOUND: 'Esa línea ya no está en la venta.',
  LINE_NUMBER_TWICE:
    'Dos líneas de la venta tienen el mismo número. Vacíe la venta y agréguelas de nuevo.',
  CART_EMPTY: 'La venta está vacía. Agregue un producto antes de cobrar.',
  CART_TOO_LONG: 'Una boleta admite hasta 1.000 líneas. Cobre esta venta y continúe en otra.',
  CART_TOTAL_TOO_LARGE: 'El total supera el máximo que admite la caja.',
  CART_TOTAL_ZERO: 'El total es $0: una boleta no puede ser por menos de $1.',
  PRICE_TOO_LARGE: 'El precio parece un error: el máximo es {limit}.',
  PRICE_NOT_VALID: 'Escriba el precio en pesos enteros, desde $1.',
  // Parked sales
  PARKED_FULL: 'Ya hay {most} ventas en espera. Cobre o descarte una antes de dejar otra.',
  PARKED_NOT_FOUND: 'Esa venta ya no está en espera.',
  PARKED_ASKS_SHOP: 'Esta venta la sabe el servicio: tóquela de nuevo en la lista.',
  PARKED_STILL_COMING:
    'Los productos de esta venta aún llegan a esta caja: tóquela de nuevo en un momento.',
  PARKED_SHOP_AWAY:
    'El servicio no contesta: sin él solo se retoma lo que esta caja dejó y aún no envió.',
  PARKED_HUB_AWAY:
    'Esta venta la tiene la caja central, que no se oye. Si ya no vuelve, retírela en Ajustes, Cajas del negocio, y toque aquí de nuevo.',
  PARKED_HUB_LOST:
    'Esta venta la tenía una caja central que ya no está o perdió sus datos, y nadie sabe si ella la cobró. Si no, tóquela de nuevo para retomarla aquí.',
  PARKED_TAKEN: 'Esta venta ya la retomó {till}.',
  PARKED_LEFT:
    'Esta venta quedó en la tienda a la que esta caja pertenecía: retómela allí, o descártela aquí.',
  PARKED_NAME_TOO_LONG: 'El nombre de una venta en espera admite hasta 40 caracteres.',
  SALE_HELD_ELSEWHERE:
    'Esta venta está abierta en otra pantalla. Presione «Seguir aquí» para tomarla en esta.',
  SALE_CHARGED_ELSEWHERE:
    'Otra pantalla ya cobró esta venta. Está en Boletas; no la cobre de nuevo.',
  SALE_PARKED: 'Esta venta quedó en espera desde otra pantalla. Recupérela con «Ventas en espera».',
  SALE_HAS_PAYMENTS:
    'Esta venta ya tiene pagos recibidos ({what}). Confirme que sigue con ella, o déjela en espera.',
  PARKED_NOT_READABLE:
    'Esta venta en espera no se puede leer. Anótela y avise a soporte; no se borra sola.',
  SALE_ALREADY_CHARGED: 'Esta venta ya se cobró y está en Boletas. Empiece una nueva.',
  // Names
  NAME_REQUIRED: 'Escriba un nombre.',
  SHOP_DETAIL_REQUIRED: 'Falta este dato: va impreso en cada boleta.',
  NAME_TOO_LONG: 'El nombre admite hasta 80 caracteres.',
  NAME_NOT_LATIN1:
    'El carácter «{character}» no se puede imprimir en una boleta. Quítelo del nombre.',
  CODE_REQUIRED: 'Escriba o escanee un código.',
  CODE_NOT_VALID: 'El código admite hasta 35 letras, números o guiones.',
  CODE_TAKEN: 'El código {code} ya es de «{name}».',
  CODES_TOO_MANY: 'Un producto admite hasta {most} códigos más.',
  COST_NOT_VALID: 'El costo va en pesos enteros, sin IVA; déjelo vacío si no lo sabe.',
  PROMOTION_NAME: 'Escriba el nombre de la promoción, hasta {most} caracteres.',
  PROMOTION_VALUE: 'Ese valor no sirve: 1 a 99 %, precios desde $1, cantidades enteras desde 2.',
  PROMOTION_GROUP: 'El cliente debe pagar menos de lo que lleva: 2x1, 3x2.',
  PROMOTION_GOODS: 'Elija los productos o las categorías, hasta {most}.',
  PROMOTION_WHEN:
    'Revise fechas, días y horas: el término va después del inicio, y elija al menos un día.',
  PROMOTION_CHANGED:
    '{by} cambió «{name}» mientras usted la editaba ({at}). Sus cambios no se han guardado y siguen aquí.',
  PROMOTION_GONE: 'Esa promoción ya no existe. Cierre y vuelva a abrir la lista.',
  PROMOTIONS_FULL: 'Caben hasta {most} promociones. Archive una que ya no usa.',
  PRICE_LIST_NAME: 'Escriba el nombre de la lista, hasta {most} caracteres.',
  PRICE_LIST_TAKEN: 'Ya hay una lista de precios con ese nombre. Elija otro.',
  PRICE_LIST_PERCENT: 'El porcentaje va de 1 a 99, entero; déjelo vacío si no rebaja.',
  PRICE_LIST_PRICE: 'El precio va en pesos enteros, desde $1.',
  PRICE_LIST_GOODS: 'Un producto o categoría de la lista ya no existe. Quítelo y guarde de nuevo.',
  PRICE_LIST_CHANGED:
    '{by} cambió la lista «{name}» mientras usted la editaba ({at}). Sus cambios no se han guardado y siguen aquí.',
  PRICE_LIST_GONE: 'Esa lista de precios ya no existe. Cierre y vuelva a abrir.',
  PRICE_LISTS_FULL: 'Caben hasta {most} listas de precios. Archive una que ya no usa.',
  STOCK_OFF: '«{name}» no lleva stock. Actívelo en su ficha del catálogo.',
  STOCK_QUANTITY:
    'La cantidad de «{name}» no sirve: hasta {most}, y entera si se vende por unidad.',
  STOCK_REASON: 'Escriba por qué se corrige, hasta {most} caracteres.',
  STOCK_TWICE: '«{name}» está dos veces en la lista. Deje una sola línea.',
  STOCK_MOVED:
    'El stock de {name} cambió a mano mientras se contaba. Revise la diferencia y guarde otra vez.',
  STOCK_WRITTEN: 'Esto ya se guardó con otras cantidades. Cierre y mire los movimientos.',
  CATEGORY_UNKNOWN: 'Elija una categoría de la lista.',
  CATALOGUE_FULL:
    'El catálogo está lleno: {most} productos. Cambie uno que ya no venda por el nuevo.',
  CATEGORY_GONE: 'Esa categoría ya no existe. Cierre y vuelva a abrir la lista.',
  CATEGORY_TAKEN: 'Ya hay una categoría «{name}». Elija otro nombre.',
  CATEGORY_NAME_TOO_LONG: 'El nombre de una categoría admite hasta {most} caracteres.',
  CATEGORIES_FULL: 'Ya hay {most} categorías. Cambie el nombre de una que no use.',
  PRODUCT_ARCHIVED: '«{name}» está archivado y no se vende. Recupérelo en Catálogo, Archivados.',
  // Tiles
  PRODUCT_GONE: 'Ese producto ya no está en el catálogo.',
  PLACE_NOT_VALID: 'El lugar es un número del 1 al {most}; déjelo vacío si no tiene uno.',
  PLACE_TAKEN: 'El lugar {place} ya es de «{name}». Elija otro, o cámbielos entre sí.',
  PICTURE_NOT_VALID: 'Elija una imagen PNG, JPEG o WebP.',
  PICTURE_TOO_LARGE: 'La imagen es demasiado grande: hasta {most} KB. Elija otra.',
  PICTURE_TOO_WIDE:
    'La imagen mide {width} x {height} puntos, demasiados para abrirla. Elija una de hasta {most} por lado.',
  PICTURES_FULL: 'Ya hay {most} imágenes. Quite una antes de poner otra.',
}
