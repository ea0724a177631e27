/**
 * Why the service does not start, in a sentence for the person at the machine, Spanish and English.
 */
export const START_REFUSALS = {
  ARGUMENTS_NOT_VALID: {
    spanish: 'Opción no válida: {detail}.',
    english: 'Option not valid: {detail}.',
  },
  DATA_FOLDER_NOT_WRITABLE: {
    spanish: 'No se puede escribir en la carpeta de datos {path}.',
    english: 'The data folder {path} cannot be written.',
  },
  RESOURCES_MISSING: {
    spanish: 'Faltan archivos del programa en {path}. Instale la caja de nuevo.',
    english: 'Files of the program are missing in {path}. Install it again.',
  },
  DATABASE_FOREIGN: {
    spanish: 'El archivo {path} pertenece a otro programa; no se modificó.',
    english: 'The file {path} belongs to another program; it was left as it is.',
  },
  DATABASE_BROKEN: {
    spanish: 'La base de datos {path} está dañada; no se modificó. Restaure un respaldo.',
    english: 'The database {path} is damaged; it was left as it is. Restore a backup.',
  },
  DATABASE_NEWER: {
    spanish:
      'La base de datos {path} es de una versión más nueva del servicio. Actualice el programa.',
    english: 'The database {path} comes from a newer version of the service. Update the program.',
  },
  DATABASE_BUSY: {
    spanish: 'Otro programa tiene bloqueada la base de datos {path}.',
    english: 'Another program holds the database {path} locked.',
  },
  DISK_FULL: {
    spanish: 'No queda espacio en el disco de {path}.',
    english: 'The disk of {path} is full.',
  },
  PORT_IN_USE: {
    spanish: 'El puerto {port} está ocupado. Elija otro con --port.',
    english: 'Port {port} is in use. Choose another with --port.',
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
  return `${code}: ${fill(START_REFUSALS[code].spanish)} / ${fill(START_REFUSALS[code].english)}`
}
