/**
 * Why the service does not start, in a sentence for the person at the machine, Spanish and English.
 */
const START_REFUSALS = {
  ARGUMENTS_NOT_VALID: {
    spanish: 'Opción no válida: {detail}.',
    english: 'Option not valid: {detail}.',
  },
  HOST_NOT_PRIVATE: {
    spanish:
      'Sin TLS solo se atiende en este computador. Ponga un proxy con TLS delante de {host} y dígalo con --behind-proxy.',
    english:
      'Without TLS it serves this machine only. Put a proxy with TLS before {host} and say --behind-proxy.',
  },
  HOST_NOT_HERE: {
    spanish: 'Este computador no tiene la dirección {host}.',
    english: 'This machine does not have the address {host}.',
  },
  DATA_FOLDER_NOT_WRITABLE: {
    spanish: 'No se puede escribir en la carpeta de datos {path}.',
    english: 'The data folder {path} cannot be written.',
  },
  RESOURCES_MISSING: {
    spanish: 'Faltan archivos del programa en {path}. Instale la caja de nuevo.',
    english: 'Files of the program are missing in {path}. Install it again.',
  },
  FILE_NOT_USABLE: {
    spanish: 'El archivo {path} no se puede leer, o no es lo que se espera.',
    english: 'The file {path} cannot be read, or is not what is expected.',
  },
  DATABASE_FOREIGN: {
    spanish: 'La base de datos {path} pertenece a otro programa; no se modificó.',
    english: 'The database {path} belongs to another program; it was left as it is.',
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
  DATABASE_UNREACHABLE: {
    spanish: 'La base de datos {path} no responde o no admite la conexión: {detail}.',
    english: 'The database {path} does not answer, or refuses the connection: {detail}.',
  },
  CLOCK_OFF: {
    spanish:
      'El reloj de este computador difiere en {seconds} s del de la base de datos {path}: póngalo en hora (NTP) y vuelva a partir.',
    english:
      'The clock of this machine differs by {seconds} s from that of the database {path}: set it right (NTP) and start again.',
  },
  DATABASE_NOT_UTF8: {
    spanish:
      'La base de datos {path} no guarda todas las letras. Créela con ENCODING UTF8 (createdb -E UTF8 -T template0).',
    english:
      'The database {path} cannot hold every letter. Create it with ENCODING UTF8 (createdb -E UTF8 -T template0).',
  },
  DATABASE_DRIVER_MISSING: {
    spanish: 'Falta el paquete "pg"; está en el código fuente, después de npm ci.',
    english: 'The package "pg" is missing; it comes with the source, after npm ci.',
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

type StartRefusalCode = keyof typeof START_REFUSALS

export interface StartRefusal {
  readonly code: StartRefusalCode
  readonly params: Readonly<Record<string, string>>
}

/** One line for stderr: code, Spanish sentence, English sentence. */
export function startRefusalText({ code, params }: StartRefusal): string {
  const fill = (text: string) => text.replace(/\{(\w+)\}/g, (_, name: string) => params[name] ?? '')
  return `${code}: ${fill(START_REFUSALS[code].spanish)} / ${fill(START_REFUSALS[code].english)}`
}
