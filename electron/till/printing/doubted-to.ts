/** Setting that says up to which sale papers say COPIA for good; read with each paper. */
export const DOUBTED_TO = 'doubted-to'
