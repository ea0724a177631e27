/** Where the key of the service lies, by what is known of the machine. */
export type KeyPlace =
  /** Sealed by the system's keyring: it opens for the till's user alone. */
  | 'keyring'
  /** Sealed by Linux without a keyring, under a password everybody knows: as good as a file. */
  | 'basic-text'
  /** In a file of the till that only its user may read. */
  | 'file'
  /** Given at the start, by the environment; the till keeps none. */
  | 'start'
  /** The till's own, of a shop it has joined, beside what it keeps of that shop. */
  | 'till'
