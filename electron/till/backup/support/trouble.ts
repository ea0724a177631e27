/** What can be in the way of support's work, as a refusal a person can act on. */
import { refusal, type Refusal, type RefusalCode } from '#shared/languages/refusals.ts'

/** Stops a piece of work for a reason a person is told. What was there before is as it was. */
export class SupportRefused extends Error {
  readonly refusal: Refusal
  constructor(
    code: RefusalCode,
    params: Readonly<Record<string, string>> = {},
    field: string | null = null,
  ) {
    super(code)
    this.refusal = refusal(code, field, params)
  }
}

const FULL = ['ENOSPC', 'EDQUOT', 'EFBIG']
const READ_ONLY = ['EROFS', 'EACCES', 'EPERM']
/** A stick that is pulled, a share whose server is gone. */
const GONE = ['EIO', 'ENODEV', 'ENXIO', 'ESTALE', 'EBADF', 'ENOTCONN', 'EHOSTDOWN', 'ETIMEDOUT']
const MISSING = ['ENOENT', 'ENOTDIR']
/** No path anybody can write to: too long, a link to itself, a folder where a file is to be. */
const NO_PLACE = [
  'ELOOP',
  'ENAMETOOLONG',
  'EEXIST',
  'EISDIR',
  'ERR_FS_EISDIR',
  'ERR_INVALID_ARG_VALUE',
]

/** Runs work on a stick or share; what the file system says there becomes a refusal. */
export function onMedium<Value>(folder: string, isUnderWay: boolean, work: () => Value): Value {
  try {
    return work()
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException
    if (FULL.includes(code)) throw new SupportRefused('COPY_PLACE_FULL', { folder })
    if (READ_ONLY.includes(code)) throw new SupportRefused('COPY_PLACE_READ_ONLY', { folder })
    if (GONE.includes(code) || MISSING.includes(code))
      throw new SupportRefused(isUnderWay ? 'COPY_PLACE_PULLED' : 'COPY_PLACE_AWAY', { folder })
    if (NO_PLACE.includes(code)) throw new SupportRefused('FOLDER_NOT_VALID', {}, 'folder')
    throw error
  }
}

/** Runs work on the till's own disk, whose being full is no fault of the stick's. */
export function onOwnDisk<Value>(work: () => Value): Value {
  try {
    return work()
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException
    if (FULL.includes(code) || code === 'SQLITE_FULL') throw new SupportRefused('OWN_DISK_FULL')
    throw error
  }
}

/** What the person in front of the screen is told of it. */
export function refusalOf(error: unknown): Refusal {
  if (error instanceof SupportRefused) return error.refusal
  const { code, message } = error as NodeJS.ErrnoException
  return refusal('SUPPORT_FAILED', null, { detail: code ?? message })
}
