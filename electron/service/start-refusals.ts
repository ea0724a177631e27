/**
 * Why the service does not start, in a sentence for the person at the machine, Spanish and English.
 */
export const START_REFUSALS = {
  ARGUMENTS_NOT_VALID: { es: 'Opción no válida: {detail}.', en: 'Option not valid: {detail}.' },
  DATA_FOLDER_NOT_WRITABLE: {
    es: 'No se puede escribir en la carpeta de datos {path}.',
    en: 'The data folder {path} cannot be written.',
  },
  RESOURCES_MISSING: {
    es: 'Faltan archivos del programa en {path}. Instale la caja de nuevo.',
    en: 'Files of the program are missing in {path}. Install it again.',
  },
  DATABASE_FOREIGN: {
    es: 'El archivo {path} pertenece a otro programa; no se modificó.',
    en: 'The file {path} belongs to another program; it was left as it is.',
  },
  DATABASE_BROKEN: {
    es: 'La base de datos {path} está dañada; no se modificó. Restaure un respaldo.',
    en: 'The database {path} is damaged; it was left as it is. Restore a backup.',
  },
  DATABASE_NEWER: {
    es: 'La base de datos {path} es de una versión más nueva del servicio. Actualice el programa.',
    en: 'The database {path} comes from a newer version of the service. Update the program.',
  },
  DATABASE_BUSY: {
    es: 'Otro programa tiene bloqueada la base de datos {path}.',
    en: 'Another program holds the database {path} locked.',
  },
  DISK_FULL: { es: 'No queda espacio en el disco de {path}.', en: 'The disk of {path} is full.' },
  PORT_IN_USE: {
    es: 'El puerto {port} está ocupado. Elija otro con --port.',
    en: 'Port {port} is in use. Choose another with --port.',
  },
} as const

export type StartRefusalCode = keyof typeof START_REFUSALS

export interface StartRefusal {
  readonly code: StartRefusalCode
  readonly params: Readonly<Record<string, string>>
}

/** One line for stderr: code, Spanish sentence, English sentence. */
export function startRefusalText({ code, params }: StartRefusal): string {
  const fill = (text: string) => text.replace(/\{(\w+)\}/g, (_, name: string) => params[name] ?? '')
  return `${code}: ${fill(START_REFUSALS[code].es)} / ${fill(START_REFUSALS[code].en)}`
}
