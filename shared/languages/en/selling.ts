import type { sellingRefusals as spanish } from '../es/selling.ts'

/** Refusals of the cart, of parked sales, of names and tiles, in English. */
export const sellingRefusals: Readonly<Record<keyof typeof spanish, string>> = {
  // Cart
  BARCODE_UNKNOWN: 'No product has the code {code}. Search by name or create it.',
  BARCODE_CHECK_DIGIT: 'The code {code} was misread (check digit). Scan it again.',
  SCAN_IN_PARTS:
    'The code came in parts ("{head}", "{tail}") and nothing was added. Scan it again; if it goes on, try the scanner in Settings.',
  SCAN_DURING_CARD: 'Nothing is added while a card is charged: scan it again afterwards.',
  SEARCH_NOTHING: 'No product is called "{text}". Search by another word or by code.',
  SEARCH_NOT_ONE:
    'Did you mean…? Several products have "{text}". Pick one with the arrows or tap it.',
  SEARCH_GUESSED:
    'Did you mean…? No product is called "{text}", only much like it. Pick with the arrows or tap.',
  QUANTITY_NOT_A_NUMBER: 'Type a quantity, for example 2 or 0.350.',
  QUANTITY_NOT_POSITIVE: 'The quantity must be above zero. To take the product out, use Remove.',
  WEIGHT_REQUIRED:
    'The weight is missing. Type it in kilos, for example 0,350, or scan the label of the scale.',
  MEASURE_REQUIRED: 'The measure is missing. Type it, for example 1,5.',
  DATE_NOT_READ: 'There is no such day. Type day, month and year, for example 31-12-2026.',
  DATE_BEYOND: 'Type a day from {from} to {to}.',
  PRICE_FIRST: '{name} has no fixed price: type it first, and scan the rest again.',
  WEIGHT_FIRST:
    'First the weight of "{name}". What was just scanned was not added: scan it afterwards.',
  QUANTITY_TOO_LARGE: 'The largest quantity of a line is 99,999.',
  DISCOUNT_NOT_VALID: 'Type the discount in whole pesos, for example 500.',
  DISCOUNT_ABOVE_LINE: 'The discount cannot be above the line ({lineTotal}).',
  DISCOUNT_OUTGROWS_LINE:
    'The discount of {discount} would be above the line ({lineTotal}). Change or remove the discount first.',
  DISCOUNT_ABOVE_CART: 'The discount cannot be above the sale ({total}).',
  NOTE_TOO_LONG: 'A note holds at most 60 characters.',
  SCALE_LABEL_UNKNOWN:
    'The scale label {code} is of product {item}, which does not exist. Search by name or create it with that code.',
  SCALE_LABEL_EMPTY: 'The scale label {code} carries no weight or price. Weigh again.',
  SCALE_LABEL_NOT_BY_WEIGHT:
    '"{name}" is not sold by weight, but the label carries one. Check the product or the scale.',
  SCALE_PREFIX_TWICE:
    'The prefix {prefix} stands in two labels: the till could not tell which it is. Leave it in one.',
  SCALE_LAYOUT_NOT_VALID:
    'A scale label begins with 2 and its parts add up to 13 digits: prefix, product, weight or price, and check digit.',
  SCALE_PORT_NOT_VALID:
    'Choose the port of the scale from the list, or type it: COM3, /dev/ttyUSB0.',
  PORT_IS_A_PRINTERS:
    'The printer "{name}" is on that port. Choose another for the scale, or remove that printer.',
  PORT_IS_THE_SCALES:
    'The scale is on that port. Choose another for the printer, or change the scale in Settings.',
  SCALE_NOT_FOUND: 'The scale is disconnected. Check cable and port; it comes back by itself.',
  SCALE_BUSY: 'Another program is using the port of the scale. Close it.',
  SCALE_NO_PERMISSION:
    'No permission to use the port of the scale. Ask the administrator to add the till to the group dialout.',
  LINE_NOT_FOUND: 'That line is no longer in the sale.',
  LINE_NUMBER_TWICE:
    'Two lines of the sale have the same number. Clear the sale and add them again.',
  CART_EMPTY: 'The sale is empty. Add a product before charging.',
  CART_TOO_LONG: 'A receipt holds at most 1,000 lines. Charge this sale and go on in another.',
  CART_TOTAL_TOO_LARGE: 'The total is above what the till can handle.',
  CART_TOTAL_ZERO: 'The total is $0. A receipt starts at $1.',
  PRICE_TOO_LARGE: 'The price looks like a mistake: the most is {limit}.',
  PRICE_NOT_VALID: 'Type the price in whole pesos, from $1.',
  // Parked sales
  PARKED_FULL:
    'There are already {most} parked sales. Charge or discard one before parking another.',
  PARKED_NOT_FOUND: 'That sale is no longer parked.',
  PARKED_ASKS_SHOP: 'The service knows this sale: tap it again in the list.',
  PARKED_STILL_COMING:
    'The products of this sale are still coming to this till: tap it again in a moment.',
  PARKED_SHOP_AWAY:
    'The service does not answer: without it only what this till parked and has not sent yet is taken up.',
  PARKED_HUB_AWAY:
    'The hub has this sale, and is not heard. Should it never come back, retire it in Settings, Tills of the shop, and tap here again.',
  PARKED_HUB_LOST:
    'A hub that is no more, or lost its data, had this sale, and nobody knows whether it charged it. If not, tap it again to take it up here.',
  PARKED_TAKEN: '{till} has already taken up this sale.',
  PARKED_LEFT:
    'This sale stayed in the shop this till was of: take it up there, or discard it here.',
  PARKED_NAME_TOO_LONG: 'The name of a parked sale holds at most 40 characters.',
  SALE_HELD_ELSEWHERE: 'Another screen has this sale. Press "Go on here" to take it to this one.',
  SALE_CHARGED_ELSEWHERE:
    'Another screen has charged this sale. It is in Receipts; do not charge it again.',
  SALE_PARKED: 'Another screen put this sale aside. Take it up again under "Parked sales".',
  SALE_HAS_PAYMENTS:
    'This sale has payments already ({what}). Confirm that you go on with it, or put it aside.',
  PARKED_NOT_READABLE:
    'This parked sale cannot be read. Write it down and tell support; it is not deleted by itself.',
  SALE_ALREADY_CHARGED: 'This sale has been charged already and is in Receipts. Start a new one.',
  // Names
  NAME_REQUIRED: 'Type a name.',
  SHOP_DETAIL_REQUIRED: 'This is missing: it is printed on every receipt.',
  NAME_TOO_LONG: 'A name holds at most 80 characters.',
  NAME_NOT_LATIN1:
    'The character "{character}" cannot be printed on a receipt. Take it out of the name.',
  CODE_REQUIRED: 'Type or scan a code.',
  CODE_NOT_VALID: 'A code holds at most 35 letters, digits or dashes.',
  CODE_TAKEN: 'The code {code} already belongs to "{name}".',
  CODES_TOO_MANY: 'A product has up to {most} further codes.',
  COST_NOT_VALID: 'The cost is in whole pesos without VAT; leave it empty if unknown.',
  PROMOTION_NAME: 'Write the name of the promotion, up to {most} characters.',
  PROMOTION_VALUE: 'That value is not valid: 1 to 99 %, prices from $1, whole quantities from 2.',
  PROMOTION_GROUP: 'Fewer are paid than taken: 2 for 1, 3 for 2.',
  PROMOTION_GOODS: 'Choose the products or the categories, up to {most}.',
  PROMOTION_WHEN: 'Check dates, days and hours: the end comes after the start, with some day.',
  PROMOTION_CHANGED:
    '{by} changed “{name}” while you were editing it ({at}). Yours is not saved and still here.',
  PROMOTION_GONE: 'That promotion is gone. Close the list and open it again.',
  PROMOTIONS_FULL: 'There is room for {most} promotions. Archive one that is no longer used.',
  PRICE_LIST_NAME: 'Write the name of the list, up to {most} characters.',
  PRICE_LIST_TAKEN: 'There is a price list of that name already. Choose another.',
  PRICE_LIST_PERCENT: 'A percentage is a whole number from 1 to 99; leave it empty for none.',
  PRICE_LIST_PRICE: 'A price is in whole pesos, from $1.',
  PRICE_LIST_GOODS: 'A product or category of the list is gone. Take it out and save again.',
  PRICE_LIST_CHANGED:
    '{by} changed the list “{name}” while you were editing it ({at}). Yours is not saved and still here.',
  PRICE_LIST_GONE: 'That price list is gone. Close and open it again.',
  PRICE_LISTS_FULL: 'There is room for {most} price lists. Archive one that is no longer used.',
  STOCK_OFF: '“{name}” keeps no stock. Switch it on in its sheet of the catalogue.',
  STOCK_QUANTITY:
    'The quantity of “{name}” is not valid: up to {most}, and whole if sold by the piece.',
  STOCK_REASON: 'Write why it is corrected, up to {most} characters.',
  STOCK_TWICE: '“{name}” is in the list twice. Leave one line.',
  STOCK_MOVED:
    'Somebody changed the stock of {name} while it was counted. Look at the difference and save again.',
  STOCK_WRITTEN:
    'This was saved already with other quantities. Close it and look at the movements.',
  CATEGORY_UNKNOWN: 'Choose a category from the list.',
  CATALOGUE_FULL:
    'The catalogue is full: {most} products. Change one that is no longer sold into the new one.',
  CATEGORY_GONE: 'That category is gone. Close the list and open it again.',
  CATEGORY_TAKEN: 'There is a category "{name}" already. Choose another name.',
  CATEGORY_NAME_TOO_LONG: 'The name of a category has up to {most} characters.',
  CATEGORIES_FULL: 'There are {most} categories already. Rename one you do not use.',
  PRODUCT_ARCHIVED: '"{name}" is archived and not for sale. Bring it back in Catalogue, Archived.',
  // Tiles
  PRODUCT_GONE: 'That product is no longer in the catalogue.',
  PLACE_NOT_VALID: 'The place is a number from 1 to {most}; leave it empty if it has none.',
  PLACE_TAKEN: 'Place {place} already belongs to "{name}". Choose another, or swap them.',
  PICTURE_NOT_VALID: 'Choose a PNG, JPEG or WebP picture.',
  PICTURE_TOO_LARGE: 'The picture is too large: at most {most} KB. Choose another one.',
  PICTURE_TOO_WIDE:
    'The picture is {width} x {height} points, too many to open. Choose one of at most {most} a side.',
  PICTURES_FULL: 'There are {most} pictures already. Take one away before adding another.',
}
