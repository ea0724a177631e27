/**
 * Every refusal a person can meet, in one place: the code for the program, the sentence for the
 * cashier in Spanish and English. A sentence says what is wrong and the way out. `{name}` is filled
 * from the refusal's `params`.
 */
export const REFUSALS = {
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
  // Staff
  SIGN_IN_REQUIRED: {
    es: 'Nadie atiende esta caja. Elija su nombre y escriba su PIN.',
    en: 'Nobody serves at this till. Choose your name and type your PIN.',
  },
  PIN_REQUIRED: { es: 'Escriba el PIN.', en: 'Type the PIN.' },
  PIN_WRONG: { es: 'El PIN no es correcto.', en: 'The PIN is not right.' },
  PIN_LOCKED: {
    es: 'Demasiados PIN incorrectos. Intente de nuevo en {seconds} segundos.',
    en: 'Too many wrong PINs. Try again in {seconds} seconds.',
  },
  PIN_NOT_VALID: { es: 'El PIN tiene entre 4 y 8 números.', en: 'A PIN has 4 to 8 digits.' },
  PIN_TOO_EASY: {
    es: 'Ese PIN es demasiado fácil. Evite repetir un número o contar seguido.',
    en: 'That PIN is too easy. Do not repeat one digit or count in a row.',
  },
  STAFF_NOT_FOUND: {
    es: 'Esa persona ya no atiende en esta caja.',
    en: 'That person no longer serves at this till.',
  },
  STAFF_NAME_TAKEN: {
    es: 'Ya hay alguien con ese nombre. Agregue el apellido.',
    en: 'Somebody has that name already. Add the surname.',
  },
  STAFF_FULL: {
    es: 'La caja admite hasta {most} personas. Retire a quien ya no atiende.',
    en: 'A till takes at most {most} people. Remove those who no longer serve.',
  },
  FIRST_IS_OWNER: {
    es: 'La primera persona debe ser el dueño, para que alguien pueda administrar a las demás.',
    en: 'The first person must be the owner, so that somebody can manage the others.',
  },
  LAST_OWNER: { es: 'Debe quedar al menos un dueño.', en: 'At least one owner must stay.' },
  RIGHT_REQUIRED: {
    es: 'Esta acción necesita el permiso de un supervisor.',
    en: 'This action needs the permission of a supervisor.',
  },
  OWNER_REQUIRED: {
    es: 'Esto lo cambia el dueño: que entre con su PIN (⇧F1) y lo guarde de nuevo.',
    en: 'The owner changes this: sign in with the owner’s PIN (⇧F1) and save it again.',
  },
  APPROVAL_REQUIRED: {
    es: 'Falta autorización de un supervisor: {what}. Vuelva a la venta y cobre de nuevo.',
    en: 'A supervisor has to allow it: {what}. Go back to the sale and charge again.',
  },
  APPROVER_TOO_LOW: {
    es: '{name} no puede autorizar esto. Pida a otra persona.',
    en: '{name} cannot allow this. Ask somebody else.',
  },
  PERCENT_NOT_VALID: {
    es: 'Escriba un porcentaje entre 0 y 100.',
    en: 'Type a percentage from 0 to 100.',
  },
  DRAWER_NOT_OPENED: {
    es: 'El cajón no se abrió. Revise que la impresora esté encendida y conectada.',
    en: 'The drawer did not open. Check that the printer is on and connected.',
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
  // Buyer
  RUT_FORMAT: {
    es: 'Escriba el RUT con su dígito verificador, por ejemplo 12.345.678-5.',
    en: 'Type the RUT with its check digit, for example 12.345.678-5.',
  },
  RUT_CHECK_DIGIT: {
    es: 'El dígito verificador no corresponde a ese RUT. Revise los números.',
    en: 'The check digit does not belong to that RUT. Check the digits.',
  },
  BUYER_REQUIRED: {
    es: 'Desde {limit} la ley pide el RUT y el nombre del comprador. Complételos para cobrar.',
    en: 'From {limit} the law asks for the RUT and the name of the buyer. Fill them in to charge.',
  },
  EMAIL_NOT_VALID: {
    es: 'Revise el correo: falta algo, como en nombre@ejemplo.cl.',
    en: 'Check the e-mail: something is missing, as in name@example.cl.',
  },
  CONTACT_TOO_LONG: {
    es: 'Teléfono y correo juntos admiten hasta 80 caracteres.',
    en: 'Phone and e-mail together hold at most 80 characters.',
  },
  // Payment
  TENDERED_NOT_VALID: {
    es: 'Escriba el monto recibido en pesos enteros.',
    en: 'Type the amount received in whole pesos.',
  },
  TENDERED_BELOW_DUE: {
    es: 'Faltan {missing} para completar el pago.',
    en: '{missing} are missing to complete the payment.',
  },
  TENDERED_TOO_LARGE: {
    es: 'El monto recibido parece un error: el máximo es {limit}.',
    en: 'The amount received looks like a mistake: the most is {limit}.',
  },
  PAYMENT_ABOVE_DUE: {
    es: 'Con {method} no se da vuelto: faltan solo {due}.',
    en: '{method} gives no change: only {due} are due.',
  },
  PAYMENTS_TOO_MANY: {
    es: 'Una venta admite hasta 10 pagos. Quite alguno.',
    en: 'A sale takes up to 10 payments. Take one out.',
  },
  CASH_TWICE: {
    es: 'El efectivo va en un solo pago. Sume los montos.',
    en: 'Cash goes in one payment. Add the amounts up.',
  },
  METHOD_UNKNOWN: {
    es: 'Ese medio de pago ya no está activo en esta caja. Quite ese pago, o elija otro medio.',
    en: 'That way to pay is not active on this till any more. Take that payment out, or choose another way.',
  },
  METHOD_TWICE: {
    es: 'El medio de pago «{name}» está repetido.',
    en: 'The way to pay "{name}" is there twice.',
  },
  METHOD_ID_NOT_VALID: {
    es: 'El código de un medio de pago tiene de 1 a 8 letras mayúsculas o números.',
    en: 'The code of a way to pay has 1 to 8 capital letters or digits.',
  },
  METHOD_CASH_REQUIRED: {
    es: 'El efectivo no se puede quitar ni cambiar de tipo.',
    en: 'Cash cannot be taken out or changed.',
  },
  METHODS_TOO_MANY: {
    es: 'Esta caja admite hasta {limit} medios de pago.',
    en: 'This till takes up to {limit} ways to pay.',
  },
  REFERENCE_REQUIRED: {
    es: 'Escriba el número de operación de {method}.',
    en: 'Type the operation number of {method}.',
  },
  REFERENCE_NOT_VALID: {
    es: 'El número de operación admite hasta 40 letras, números o signos corrientes.',
    en: 'The operation number holds at most 40 common letters, digits or signs.',
  },
  VOUCHER_ALONE: {
    es: 'El voucher de {method} ya es la boleta de lo que paga. Pague con él toda la venta, o elija un medio con boleta.',
    en: 'The voucher of {method} already is the receipt of what it pays. Pay the whole sale with it, or choose a way with a receipt.',
  },
  VOUCHER_EXEMPT: {
    es: 'El voucher de {method} no sirve de boleta para productos exentos. Elija un medio con boleta.',
    en: 'The voucher of {method} is no receipt for exempt products. Choose a way with a receipt.',
  },
  VOUCHER_BUYER: {
    es: 'Desde {limit} la ley pide una boleta con el comprador: el voucher de {method} no basta. Elija un medio con boleta.',
    en: 'From {limit} the law asks for a receipt that names the buyer: the voucher of {method} is not enough. Choose a way with a receipt.',
  },
  LIMIT_YEARS_NOT_VALID: {
    es: 'Escriba un monto en pesos para cada año, una sola vez.',
    en: 'Type an amount in pesos for each year, once.',
  },
  TOTAL_CHANGED: {
    es: 'El total cambió a {total}. Revise la venta y cobre de nuevo.',
    en: 'The total changed to {total}. Check the sale and charge again.',
  },
  SALE_NOT_OPEN: {
    es: 'Esta venta no está abierta. Vuelva a la venta y cobre de nuevo.',
    en: 'This sale is not open. Go back to the sale and charge again.',
  },
  SALE_NOT_FOUND: {
    es: 'No se encontró esa venta en esta caja.',
    en: 'That sale was not found on this till.',
  },
  SALE_NOT_SAVED: {
    es: 'No se sabe si la venta quedó guardada. No entregue el producto todavía: presione Confirmar otra vez; nunca se cobra dos veces.',
    en: 'It is not known whether the sale was saved. Do not hand over the goods yet: press Confirm again; it is never charged twice.',
  },
  DISK_FULL: {
    es: 'No queda espacio en el disco. La venta no se guardó. Libere espacio y cobre de nuevo.',
    en: 'The disk is full. The sale was not saved. Free some space and charge again.',
  },
  // Paper
  RECEIPT_NOT_ISSUED: {
    es: 'La boleta aún no tiene folio. Se imprimirá sola cuando lo tenga.',
    en: 'The receipt has no folio yet. It prints by itself once it has one.',
  },
  PRINTER_UNKNOWN: {
    es: 'Esa impresora no está configurada en esta caja.',
    en: 'That printer is not set up on this till.',
  },
  PRINTER_EXISTS: {
    es: 'Esa dirección ya es de «{name}».',
    en: 'That address already belongs to "{name}".',
  },
  PRINTER_HAS_PAPERS: {
    es: 'Esa impresora tiene papeles por imprimir. Páselos a otra antes de quitarla.',
    en: 'That printer still has papers to print. Move them to another one before taking it away.',
  },
  PRINTER_MODEL_UNKNOWN: {
    es: 'Elija un modelo de la lista; si no está, uno genérico de su ancho.',
    en: 'Choose a model from the list; if it is not there, a generic one of its width.',
  },
  PRINTER_ADDRESS_NOT_VALID: {
    es: 'Revise la dirección: una IP o nombre (192.168.1.50), el nombre de la cola, o un puerto como /dev/usb/lp0 o COM3.',
    en: 'Check the address: an IP or name (192.168.1.50), the name of the queue, or a port such as /dev/usb/lp0 or COM3.',
  },
  LOGO_NOT_VALID: {
    es: 'El logo debe ser una imagen PNG o JPEG de hasta 500 KB.',
    en: 'The logo must be a PNG or JPEG picture of at most 500 KB.',
  },
  PRINTER_NOT_CHOSEN: {
    es: 'Falta la impresora. Elíjala en Ajustes, Impresora: se vende igual, y los papeles esperan hasta entonces.',
    en: 'No printer yet. Choose one in Settings, Printer: sales go on, and the papers wait until then.',
  },
  PRINTER_NOT_FOUND: {
    es: 'Impresora desconectada. Revise el cable y que esté encendida.',
    en: 'Printer disconnected. Check the cable and that it is on.',
  },
  PRINTER_BUSY: {
    es: 'Otro programa está usando la impresora. Ciérrelo.',
    en: 'Another program is using the printer. Close it.',
  },
  PRINTER_NO_PERMISSION: {
    es: 'Sin permiso para usar la impresora. Pida al administrador instalar la regla USB.',
    en: 'No permission to use the printer. Ask the administrator to install the USB rule.',
  },
  PRINTER_NOT_TAKING_DATA: {
    es: 'La impresora no responde. Revise papel y tapa; seguirá sola.',
    en: 'The printer does not answer. Check paper and cover; it goes on by itself.',
  },
  PAPER_OUT: {
    es: 'Sin papel. Cambie el rollo; seguirá sola.',
    en: 'Out of paper. Change the roll; it goes on by itself.',
  },
  COVER_OPEN: {
    es: 'Tapa abierta. Ciérrela; seguirá sola.',
    en: 'Cover open. Close it; it goes on by itself.',
  },
  PDF_BROKEN: {
    es: 'El servicio entregó un PDF dañado. Se pedirá de nuevo.',
    en: 'The service delivered a damaged PDF. It will be asked for again.',
  },
  PDF_DAMAGED: {
    es: 'El PDF guardado estaba dañado. Se pidió de nuevo al servicio.',
    en: 'The stored PDF was damaged. It was asked for again.',
  },
  PDF_MISSING: {
    es: 'El servicio aún no entrega un PDF que se pueda imprimir. Se pide de nuevo, cada vez con más calma; «Reintentar ahora» lo pide al tiro.',
    en: 'The service has not delivered a PDF that can be printed yet. It is asked for again, ever more patiently; "Try again now" asks at once.',
  },
  PDF_TOO_LARGE: {
    es: 'El servicio entrega un PDF de más de 16 MB, que no es una boleta. Avise al proveedor.',
    en: 'The service delivers a PDF of more than 16 MB, which is no receipt. Tell the provider.',
  },
  PDF_TOO_HEAVY: {
    es: 'Dibujar este PDF tarda demasiado y se detuvo. Avise al proveedor.',
    en: 'Drawing this PDF takes too long and was stopped. Tell the provider.',
  },
  STAMP_UNREADABLE: {
    es: 'El timbre de este PDF no se puede leer, ni pidiéndolo de nuevo. Sin timbre legible no sirve como boleta.',
    en: 'The stamp of this PDF cannot be read, even fetched again. Without a readable stamp it is no valid receipt.',
  },
  PDF_ENCRYPTED: {
    es: 'El PDF está protegido y no se puede imprimir.',
    en: 'The PDF is protected and cannot be printed.',
  },
  PDF_TOO_LONG: {
    es: 'El PDF es demasiado largo para imprimirlo.',
    en: 'The PDF is too long to print.',
  },
  RASTER_CRASHED: {
    es: 'No se pudo preparar la impresión. Vuelva a imprimir desde Boletas.',
    en: 'The print could not be prepared. Print again from Receipts.',
  },
  PAPER_LATE: {
    es: 'Este papel esperó mucho por la impresora. Diga si aún se imprime.',
    en: 'This paper waited long for the printer. Say whether it is still to be printed.',
  },
  PAPER_SETTLED: {
    es: 'Ese papel ya se resolvió. Mire su estado en la lista.',
    en: 'That paper has been settled. Look at its state in the list.',
  },
  PRINT_UNKNOWN: {
    es: 'La conexión se cortó al imprimir. Mire el papel: si no salió completo, reimprima.',
    en: 'The connection broke while printing. Look at the paper: if it is not complete, print again.',
  },
  // Returns
  RETURN_NOTHING: {
    es: 'Marque cuánto se devuelve de al menos un producto.',
    en: 'Mark how much of at least one product comes back.',
  },
  RETURN_TOO_MUCH: {
    es: 'De «{name}» se puede devolver hasta {left}.',
    en: 'Of "{name}" at most {left} can come back.',
  },
  RETURN_CODE_NOT_SOLD: {
    es: 'El código {code} no está en esta boleta.',
    en: 'The code {code} is not on this receipt.',
  },
  RETURN_TOTAL_ZERO: {
    es: 'Lo marcado no tiene valor: se vendió con todo el descuento. No hay nada que devolver en dinero.',
    en: 'What is marked has no value: it was sold fully discounted. There is no money to give back.',
  },
  RETURN_TOTAL_CHANGED: {
    es: 'El monto a devolver cambió a {total}. Revise la devolución y confirme de nuevo.',
    en: 'The amount to give back changed to {total}. Check the return and confirm again.',
  },
  RETURN_REASON_TOO_LONG: {
    es: 'El motivo admite hasta {most} caracteres.',
    en: 'The reason holds at most {most} characters.',
  },
  RETURN_ALL_DONE: {
    es: 'De esta boleta ya se devolvió todo.',
    en: 'Everything on this receipt has been returned already.',
  },
  RETURN_OF_RETURN: {
    es: 'Esto ya es una devolución. Abra la boleta original.',
    en: 'This is a return already. Open the original receipt.',
  },
  RETURN_VOUCHER_NUMBER: {
    es: 'Escriba el número de operación del voucher, solo dígitos: la nota de crédito lo nombra.',
    en: 'Type the operation number of the voucher, digits only: the credit note names it.',
  },
  OUTSIDE_DATE_AHEAD: {
    es: 'Esa fecha aún no llega. Revise la fecha en la boleta.',
    en: 'That date has not come yet. Check the date on the receipt.',
  },
  OUTSIDE_DATE_NOT_READ: {
    es: 'Escriba la fecha de la boleta, por ejemplo 21-11-2026.',
    en: 'Type the date of the receipt, for example 21-11-2026.',
  },
  OUTSIDE_FOLIO_REQUIRED: {
    es: 'Escriba el folio (N°) de la boleta.',
    en: 'Type the folio (number) of the receipt.',
  },
  OUTSIDE_TOTAL_REQUIRED: {
    es: 'Escriba el total de la boleta.',
    en: 'Type the total of the receipt.',
  },
  OUTSIDE_IS_OURS: {
    es: 'Esa boleta salió de esta caja. Búsquela en Boletas por su folio y devuélvala desde ahí.',
    en: 'This till issued that receipt. Find it under Receipts by its folio and return it there.',
  },
  OUTSIDE_DIFFERS: {
    es: 'En el servicio esa boleta dice otra cosa: {what}. Corrija lo escrito.',
    en: 'At the service that receipt says otherwise: {what}. Correct what was typed.',
  },
  OUTSIDE_TYPED_BEFORE: {
    es: 'En una devolución anterior esa boleta se escribió con fecha {date} y total {total}. Revise el papel.',
    en: 'In an earlier return that receipt was typed with date {date} and total {total}. Check the paper.',
  },
  OUTSIDE_VOID: {
    es: 'El servicio dice que esa boleta no vale ({status}: eliminada o rechazada). No hay documento que corregir.',
    en: 'The service says that receipt is void ({status}: deleted or rejected). There is no document to correct.',
  },
  OUTSIDE_AMOUNT_REQUIRED: {
    es: 'Escriba cuánto se devuelve.',
    en: 'Type how much is given back.',
  },
  OUTSIDE_TOO_MUCH: {
    es: 'De esta boleta se puede devolver hasta {left}.',
    en: 'Of this receipt at most {left} can be given back.',
  },
  OUTSIDE_LOOK_AGAIN: {
    es: 'La caja se reinició entretanto. Vuelva a Boletas y busque la boleta otra vez; no se ha devuelto nada.',
    en: 'The till restarted in between. Go back to Receipts and look the receipt up again; nothing was given back.',
  },
  RETURN_DELETED: {
    es: 'Esta boleta fue eliminada y su dinero ya se devolvió.',
    en: 'This receipt was deleted and its money was given back.',
  },
  RETURN_RECEIPT_STUCK: {
    es: 'Esta boleta requiere atención y aún no existe como documento. Resuélvala primero; después se devuelve.',
    en: 'This receipt needs attention and is no document yet. Settle it first; then return it.',
  },
  RETURN_RECEIPT_REFUSED: {
    es: 'El SII rechazó esta boleta: no hay documento que corregir con una nota de crédito. Avise al encargado.',
    en: 'The tax authority refused this receipt: there is no document a credit note could correct. Tell the manager.',
  },
  RETURN_OTHER_SERVICE: {
    es: 'Esta boleta está en otro servicio que el de los Ajustes. Vuelva a esa dirección para emitir su nota de crédito.',
    en: 'This receipt is at another service than that of the Settings. Go back to that address to issue its credit note.',
  },
  RETURN_UNDO_PENDING: {
    es: 'La devolución anterior se anuló y su nota de débito aún no sale. Revísela en Boletas y devuelva de nuevo cuando tenga folio.',
    en: 'The return before was undone and its debit note is not issued yet. Look at it in Receipts and return again once it has its folio.',
  },
  UNDO_NO_RETURN: {
    es: 'Esto no es una devolución: no hay nota de crédito que anular.',
    en: 'This is no return: there is no credit note to undo.',
  },
  UNDO_DONE: {
    es: 'Esta devolución ya se anuló con una nota de débito.',
    en: 'This return was already undone by a debit note.',
  },
  UNDO_SPENT: {
    es: 'El valor de esta devolución ya se usó para pagar: no se puede anular.',
    en: 'The value of this return has been spent: it cannot be undone.',
  },
  UNDO_NOTE_STUCK: {
    es: 'La nota de crédito requiere atención y aún no existe como documento. Resuélvala primero; después se anula.',
    en: 'The credit note needs attention and is no document yet. Settle it first; then undo it.',
  },
  UNDO_NOTE_REFUSED: {
    es: 'El SII no tiene vigente esta nota de crédito: no hay documento que anular. Avise al encargado.',
    en: 'The tax authority has no such credit note in force: there is no document to undo. Tell the manager.',
  },
  RETURN_NOT_SAVED: {
    es: 'No se sabe si la devolución quedó guardada. No entregue el dinero todavía: presione Confirmar otra vez; nunca se devuelve dos veces.',
    en: 'It is not known whether the return was saved. Do not hand over the money yet: press Confirm again; it is never given back twice.',
  },
  RETURN_DISK_FULL: {
    es: 'No queda espacio en el disco. La devolución no se guardó. Libere espacio y confirme de nuevo.',
    en: 'The disk is full. The return was not saved. Free some space and confirm again.',
  },
  RETURN_ORIGINAL_STUCK: {
    es: 'La boleta que se devolvió requiere atención y no tiene folio. Resuélvala: la nota de crédito sale sola después.',
    en: 'The receipt that was returned needs attention and has no folio. Settle it: the credit note follows by itself.',
  },
  RETURN_ORIGINAL_DELETED: {
    es: 'La boleta que se devolvió fue eliminada en el servicio: la nota de crédito no tiene qué corregir. Apártela con el motivo.',
    en: 'The receipt that was returned was deleted at the service: the credit note has nothing to correct. Set it aside with the reason.',
  },
  CREDIT_UNKNOWN: {
    es: 'Esa nota de crédito no se emitió en esta caja para usarla como pago.',
    en: 'That credit note was not made at this till to be used as payment.',
  },
  CREDIT_SPENT: {
    es: '{name} ya se usó. Cobre con otro medio.',
    en: '{name} has been used. Charge by another way.',
  },
  // Shifts
  SHIFTS_NOT_USED: {
    es: 'Esta caja no usa turnos. Actívelos en Ajustes.',
    en: 'This till does not use shifts. Turn them on in Settings.',
  },
  SHIFT_REQUIRED: {
    es: 'No hay un turno abierto. Ábralo con su fondo de caja (F11) y siga: la venta queda en pantalla.',
    en: 'No shift is open. Open one with its float (F11) and go on: the sale stays on the screen.',
  },
  SHIFT_ALREADY_OPEN: {
    es: 'El turno {number} ya está abierto; lo abrió {name}.',
    en: 'Shift {number} is open already; {name} opened it.',
  },
  SHIFT_NOT_OPEN: {
    es: 'Ese turno ya no está abierto. Mire los turnos cerrados.',
    en: 'That shift is not open any more. Look at the closed ones.',
  },
  SHIFT_NOT_FOUND: {
    es: 'No se encontró ese turno en esta caja.',
    en: 'That shift was not found on this till.',
  },
  SHIFT_DISK_LOW: {
    es: 'Quedan {free} MB de disco y un turno necesita {least}. Libere espacio y ábralo de nuevo.',
    en: 'There are {free} MB of disk left and a shift needs {least}. Free some space and open it again.',
  },
  SHIFT_STILL_OPEN: {
    es: 'El turno {number} está abierto. Ciérrelo antes de dejar de usar turnos.',
    en: 'Shift {number} is open. Close it before you stop using shifts.',
  },
  SHIFT_NOT_SAVED: {
    es: 'No se sabe si quedó guardado. Presione otra vez: nada se anota dos veces.',
    en: 'It is not known whether it was saved. Press again: nothing is written down twice.',
  },
  SHIFT_DISK_FULL: {
    es: 'No queda espacio en el disco y no se guardó. Libere espacio e intente de nuevo.',
    en: 'The disk is full and it was not saved. Free some space and try again.',
  },
  SHIFT_DIFFERENCE_REASON: {
    es: 'Hay una diferencia de {difference} con lo esperado. Escriba el motivo, o lo que sepa de ella.',
    en: 'There is a difference of {difference} from what was expected. Type the reason, or what you know of it.',
  },
  SHIFT_SALE_PAID_IN_PART: {
    es: 'Hay ventas sin cobrar con pagos ya recibidos: {what}. Cóbrelas, o quite esos pagos, y cuente después.',
    en: 'Sales nobody has charged have payments taken: {what}. Charge them, or take those payments out, and count then.',
  },
  SHIFT_COUNT_OLD: {
    es: 'Se vendió o movió dinero después de este conteo. Cuente de nuevo y cierre.',
    en: 'Something was sold or moved after this count. Count again and close.',
  },
  SHIFT_RECOUNT_SUPERVISOR: {
    es: 'Este turno ya se contó y lo esperado se vio. Para contar de nuevo, un supervisor escribe su PIN.',
    en: 'This shift has been counted and what was expected was seen. To count again a supervisor types a PIN.',
  },
  CASH_AMOUNT_NOT_VALID: {
    es: 'Escriba el monto en pesos enteros, por ejemplo 50000.',
    en: 'Type the amount in whole pesos, for example 50000.',
  },
  CASH_AMOUNT_TOO_LARGE: {
    es: 'El monto parece un error: el máximo es {limit}.',
    en: 'The amount looks like a mistake: the most is {limit}.',
  },
  CASH_REASON_REQUIRED: {
    es: 'Escriba para qué es, por ejemplo «depósito al banco» o «sencillo».',
    en: 'Type what it is for, for example "bank deposit" or "small change".',
  },
  CASH_OUT_ABOVE_DRAWER: {
    es: 'En el cajón debe haber {there}. Revise el monto del retiro.',
    en: 'The drawer should hold {there}. Check the amount taken out.',
  },
  CASH_MOVED_BEFORE: {
    es: 'Este movimiento ya se anotó por {amount}. Ciérrelo y mire la lista del turno.',
    en: 'This movement was written down already, for {amount}. Close it and look at the list of the shift.',
  },
  COUNT_CASH_REQUIRED: {
    es: 'Cuente el efectivo del cajón. Si no hay nada, escriba 0.',
    en: 'Count the cash in the drawer. If there is none, type 0.',
  },
  COUNT_AMOUNT_NOT_VALID: {
    es: 'Escriba lo contado en pesos enteros; 0 si no hay nada.',
    en: 'Type what was counted in whole pesos; 0 if there is nothing.',
  },
  COUNT_NOT_VALID: {
    es: 'Escriba cuántas hay, de 0 a {most}.',
    en: 'Type how many there are, from 0 to {most}.',
  },
  COUNT_PIECE_UNKNOWN: {
    es: 'Esa moneda o billete no circula en Chile.',
    en: 'That coin or note does not circulate in Chile.',
  },
  TEXT_TOO_LONG: {
    es: 'Admite hasta {most} caracteres.',
    en: 'It holds at most {most} characters.',
  },
  // Deleting
  DELETE_NOT_PENDING: {
    es: 'La boleta ya salió al SII y no se puede eliminar. Use «Devolver o cambiar»: emite su nota de crédito.',
    en: 'The receipt has gone to the tax authority and cannot be deleted. Use "Return or exchange": it issues its credit note.',
  },
  DELETE_FATE_UNKNOWN: {
    es: 'Aún no se sabe si el servicio recibió esta boleta. Espere a que tenga folio y elimínela entonces.',
    en: 'It is not known yet whether the service got this receipt. Wait until it has a folio and delete it then.',
  },
  DELETE_NO_FOLIO: {
    es: 'El servicio la recibió pero aún no tiene folio. Espere a que lo tenga y elimínela entonces.',
    en: 'The service has it but it has no folio yet. Wait for the folio and delete it then.',
  },
  DELETE_NOT_ALLOWED: {
    es: 'La clave de esta caja no permite eliminar boletas. Avise al administrador.',
    en: 'The key of this till may not delete receipts. Tell the administrator.',
  },
  DELETE_OTHER_DOCUMENT: {
    es: 'En el servicio ese folio es de otro documento. No se eliminó nada; avise a soporte.',
    en: 'At the service that folio belongs to another document. Nothing was deleted; tell support.',
  },
  DELETE_OTHER_SERVICE: {
    es: 'Esta boleta está en otro servicio que el de los Ajustes. Vuelva a esa dirección para eliminarla.',
    en: 'This receipt is at another service than that of the Settings. Go back to that address to delete it.',
  },
  DELETE_VOUCHER: {
    es: 'Esta venta no tiene boleta: la documenta el voucher. Anúlela en el terminal de tarjetas.',
    en: 'This sale has no receipt: the voucher documents it. Cancel it on the card terminal.',
  },
  DELETE_HAS_RETURN: {
    es: 'Esta boleta tiene una devolución y ya no se elimina: la nota de crédito la corrige.',
    en: 'This receipt has a return and is not deleted any more: the credit note corrects it.',
  },
  DELETE_RETURN: {
    es: 'Una devolución no se elimina: el dinero ya se entregó.',
    en: 'A return is not deleted: the money has been handed over.',
  },
  RECEIPT_DELETED: {
    es: 'Esta boleta fue eliminada; su folio queda anulado. No se imprime ni se envía.',
    en: 'This receipt was deleted; its folio is void. It is neither printed nor sent.',
  },
  // Service
  SERVICE_UNREACHABLE: {
    es: 'Sin conexión con el servicio de boletas. Puede seguir vendiendo: se emitirán solas.',
    en: 'The receipt service cannot be reached. Keep selling: receipts are issued by themselves.',
  },
  SERVICE_ERROR: {
    es: 'El servicio de boletas responde con errores. Puede seguir vendiendo: se reintenta solo.',
    en: 'The receipt service answers with errors. Keep selling: it is retried by itself.',
  },
  API_KEY_MISSING: {
    es: 'Falta la clave del servicio de boletas. Ingrésela en Ajustes; las ventas esperan guardadas.',
    en: 'The key of the receipt service is missing. Enter it in Settings; sales wait safely.',
  },
  API_KEY_REFUSED: {
    es: 'El servicio rechazó la clave. Revísela en Ajustes; las ventas esperan guardadas.',
    en: 'The service refused the key. Check it in Settings; sales wait safely.',
  },
  COMPANY_REFUSED: {
    es: 'La clave no tiene acceso a esta empresa. Avise al administrador.',
    en: 'The key has no access to this company. Tell the administrator.',
  },
  DOCUMENT_REFUSED: {
    es: 'El servicio rechazó la boleta: {detail}. La venta y su dinero quedan guardados.',
    en: 'The service refused the receipt: {detail}. The sale and its money are safe.',
  },
  DOCUMENT_UNKNOWN_ID: {
    es: 'La boleta existe en el servicio, pero falta su número. NO la emita de nuevo.',
    en: 'The receipt exists at the service but its number is missing. Do NOT issue it again.',
  },
  REFERENCE_COLLISION: {
    es: 'En el servicio hay un documento con esta referencia, pero no es igual a la venta ({detail}). NO la emita de nuevo; avise a soporte.',
    en: 'The service has a document with this reference that differs from the sale ({detail}). Do NOT issue it again; tell support.',
  },
  DOCUMENT_TYPE_REFUSED: {
    es: 'El servicio no reconoce la empresa o este tipo de boleta. Avise al administrador; las ventas esperan guardadas.',
    en: 'The service does not know the company or this kind of receipt. Tell the administrator; sales wait safely.',
  },
  POISON: {
    es: 'El servicio falla cada vez que recibe esta boleta; las demás pasan. Avise a soporte o reintente más tarde.',
    en: 'The service fails each time it gets this receipt; the others pass. Tell support or try again later.',
  },
  REFUSED_WITHOUT_REASON: {
    es: 'El servicio no emite la boleta y no dice por qué: {detail}. La venta y su dinero quedan guardados.',
    en: 'The service does not issue the receipt and does not say why: {detail}. The sale and its money are safe.',
  },
  REFUSED_UNCONFIRMED: {
    es: 'El servicio rechazó la boleta ({detail}). Se está confirmando el motivo; siga vendiendo.',
    en: 'The service refused the receipt ({detail}). The reason is being confirmed; keep selling.',
  },
  SERVICE_CHANGED: {
    es: 'Esta boleta se envió a otro servicio ({detail}) y no se sabe si quedó emitida allá. No se envía a este: saldría dos veces. Vuelva a ese servicio en Ajustes y se termina sola, o apártela con un motivo.',
    en: 'This receipt was sent to another service ({detail}) and may have been issued there. It is not sent to this one: it would come out twice. Go back to that service in Settings and it finishes by itself, or set it aside with a reason.',
  },
  COMPANY_CHANGE_WAITS: {
    es: 'Hay {count} boletas de {rut} sin terminar. Cambie la empresa cuando estén emitidas o apartadas.',
    en: '{count} receipts of {rut} are not finished. Change the company once they are issued or set aside.',
  },
  RECEIPT_NOT_REFUSED: {
    es: 'Solo se corrige una boleta que el servicio rechazó. Esta sigue su curso.',
    en: 'Only a receipt the service has refused can be mended. This one is on its way.',
  },
  RECEIPT_NOT_STUCK: {
    es: 'Solo se aparta una boleta que necesita atención. Esta sigue su curso.',
    en: 'Only a receipt that needs attention can be set aside. This one is on its way.',
  },
  REASON_REQUIRED: {
    es: 'Escriba el motivo, por ejemplo «anulada con el cliente».',
    en: 'Type the reason, for example "cancelled with the customer".',
  },
  PATH_CODES_NOT_VALID: {
    es: 'Escriba los códigos así: 39=FCE, 61=NCE. Valen los tipos 39, 41, 61 y 56, cada uno con un código propio; vacío, va el número.',
    en: 'Write the codes like this: 39=FCE, 61=NCE. Types 39, 41, 61 and 56 count, each with a code of its own; left empty, the number is used.',
  },
  COMPANY_ID_NOT_VALID: {
    es: 'El identificador de la empresa no lleva espacios, tildes ni barras. Cópielo como lo da el proveedor.',
    en: 'The company id has no spaces, accents or slashes. Copy it as the provider gives it.',
  },
  DOCUMENT_ID_NOT_VALID: {
    es: 'El identificador tiene letras, números y guiones, por ejemplo 3f2b8c1e-7f0a-4a4e-9a51-0c1d2e3f4a5b.',
    en: 'The id has letters, digits and dashes, for example 3f2b8c1e-7f0a-4a4e-9a51-0c1d2e3f4a5b.',
  },
  SET_UP_SHOP: {
    es: 'Esta caja aún no vende: faltan los datos de su tienda. Complételos en Ajustes, Tienda.',
    en: 'This till does not sell yet: the details of your shop are missing. Fill them in under Settings, Shop.',
  },
  SET_UP_ADDRESS: {
    es: 'Esta caja aún no vende: falta la dirección del servicio de boletas. Escríbala en Ajustes, Servicio de boletas.',
    en: 'This till does not sell yet: the address of the receipt service is missing. Type it under Settings, Receipt service.',
  },
  SET_UP_KEY: {
    es: 'Esta caja aún no vende: falta la clave del servicio de boletas. Escríbala en Ajustes, Servicio de boletas.',
    en: 'This till does not sell yet: the key of the receipt service is missing. Type it under Settings, Receipt service.',
  },
  SET_UP_TEST: {
    es: 'Esta caja aún no vende: falta probar la conexión con el servicio de boletas. Pruébela en Ajustes, Servicio de boletas.',
    en: 'This till does not sell yet: the connection to the receipt service has not been tested. Test it under Settings, Receipt service.',
  },
  PRACTICE_ONLY: {
    es: 'Esta caja es de práctica y nunca vende de verdad. La de la tienda se abre aparte, con sus propios datos.',
    en: 'This till is for practice and never sells for real. The shop’s is opened apart, with data of its own.',
  },
  ADDRESS_FROM_START: {
    es: 'La dirección se dio al abrir la caja (--api) y no se cambia aquí.',
    en: 'The address was given when the till was opened (--api) and is not changed here.',
  },
  KEY_FROM_START: {
    es: 'La clave se dio al abrir la caja (TILL_API_KEY) y no se cambia aquí. Quítela de ahí y abra la caja otra vez.',
    en: 'The key was given when the till was opened (TILL_API_KEY) and is not changed here. Take it out there and open the till again.',
  },
  KEY_OF_OTHER_ADDRESS: {
    es: 'La clave guardada es de {origin} y no se envía a otra dirección. Escriba la clave de la dirección nueva.',
    en: 'The stored key is for {origin} and is not sent to another address. Type the key of the new address.',
  },
  REGISTER_NOT_VALID: {
    es: 'El número de caja va de 1 a {most}.',
    en: 'The register number is from 1 to {most}.',
  },
  BRANCH_NOT_VALID: {
    es: 'El código de sucursal que da el SII tiene hasta 9 números; 0 es la casa matriz.',
    en: 'The branch code given by the tax authority has at most 9 digits; 0 is the head office.',
  },
  TEST_NO_SUCH_ADDRESS: {
    es: 'No existe un equipo con esa dirección, o esta caja no tiene internet. Revise cómo está escrita.',
    en: 'There is no machine at that address, or this till has no internet. Check how it is written.',
  },
  TEST_NOBODY_THERE: {
    es: 'En esa dirección no hay ningún servicio escuchando. Revise la dirección y el puerto con su proveedor.',
    en: 'No service is listening at that address. Check address and port with your provider.',
  },
  TEST_NOT_TRUSTED: {
    es: 'El certificado de esa dirección no es de confianza ({detail}). No se envió la clave. Revise la dirección y la fecha del equipo.',
    en: 'The certificate of that address is not trusted ({detail}). The key was not sent. Check the address and the date of this machine.',
  },
  TEST_NO_ANSWER: {
    es: 'La dirección no contestó a tiempo ({detail}). Revise internet e intente de nuevo.',
    en: 'The address did not answer in time ({detail}). Check the internet and try again.',
  },
  TEST_KEY_REFUSED: {
    es: 'El servicio contesta, pero no conoce esta clave (401). Cópiela de nuevo desde su proveedor.',
    en: 'The service answers but does not know this key (401). Copy it again from your provider.',
  },
  TEST_KEY_NO_ACCESS: {
    es: 'El servicio conoce la clave, pero no le da acceso (403). Pida a su proveedor una que pueda emitir boletas.',
    en: 'The service knows the key but gives it no access (403). Ask your provider for one that may issue receipts.',
  },
  TEST_SERVICE_FAILS: {
    es: 'El servicio contesta con un error propio ({status}). Intente de nuevo en unos minutos.',
    en: 'The service answers with an error of its own ({status}). Try again in a few minutes.',
  },
  TEST_NOT_THE_SERVICE: {
    es: 'Hay algo en esa dirección, pero no es el servicio de boletas (respuesta {status}). Revise la dirección completa.',
    en: 'There is something at that address, but it is not the receipt service (answer {status}). Check the whole address.',
  },
  TEST_OTHER_COMPANY: {
    es: 'La clave es de otra empresa ({found}) y no de {rut}. Revise el RUT en Tienda, o pida la clave de su empresa.',
    en: 'The key is of another company ({found}), not of {rut}. Check the RUT under Shop, or ask for your company’s key.',
  },
  TEST_CANCELLED: {
    es: 'La prueba se detuvo. Nada cambió.',
    en: 'The test was stopped. Nothing changed.',
  },
  URL_NOT_VALID: {
    es: 'Escriba una dirección https, por ejemplo https://api.ejemplo.cl.',
    en: 'Type an https address, for example https://api.example.cl.',
  },
  API_KEY_NOT_VALID: {
    es: 'La clave tiene entre 8 y 200 letras, cifras o signos, sin espacios ni tildes. Cópiela de nuevo.',
    en: 'The key has 8 to 200 letters, digits or signs, without spaces or accents. Copy it again.',
  },
} as const

export type RefusalCode = keyof typeof REFUSALS
export type Language = 'es' | 'en'

/**
 * A refusal as it crosses the bridge. `field` names the input to show it at: `quantity`,
 * `tenderedClp`, `rut`.
 */
export interface Refusal {
  readonly code: RefusalCode
  readonly field: string | null
  readonly params: Readonly<Record<string, string>>
}

export function refusal(
  code: RefusalCode,
  field: string | null = null,
  params: Readonly<Record<string, string>> = {},
): Refusal {
  return { code, field, params }
}

export function isRefusalCode(code: string): code is RefusalCode {
  return Object.hasOwn(REFUSALS, code)
}

/** The sentence for a person. */
export function refusalText({ code, params }: Refusal, language: Language): string {
  return REFUSALS[code][language].replace(/\{(\w+)\}/g, (_, name: string) => params[name] ?? '')
}
