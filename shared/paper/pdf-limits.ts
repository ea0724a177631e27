/**
 * Most bytes of a receipt's PDF, fetched or printed: what is kept can also be printed. The
 * service's own are below 100 KB.
 */
export const PDF_BYTES_MAX = 16 * 1024 * 1024
