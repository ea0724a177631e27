/** What a printer understands. */
export const PRINTER_LANGUAGES = ['escpos', 'star-raster', 'star-line'] as const
export type PrinterLanguage = (typeof PRINTER_LANGUAGES)[number]
