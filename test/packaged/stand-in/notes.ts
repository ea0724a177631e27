/** What a test wants to know: a JSON line each, into the file that MESON_STANDIN_LOG names. */
import { appendFileSync } from 'node:fs'

export function note(what: string, detail: object = {}): void {
  const file = process.env['MESON_STANDIN_LOG']
  if (file !== undefined) appendFileSync(file, `${JSON.stringify({ what, ...detail })}\n`)
}

/** Asking for something the stand-in has not got must be heard, not undefined. */
export function strict<Target extends object>(name: string, target: Target): Target {
  return new Proxy(target, {
    get(object, key) {
      if (typeof key === 'symbol' || key in object || key === 'then' || key === 'toJSON')
        return Reflect.get(object, key, object)
      throw new Error(`the stand-in has no electron.${name}.${key}`)
    },
  })
}

/** An event that listeners may prevent; true when none did. */
export function allows(
  emitter: { emit(event: string, ...args: unknown[]): boolean },
  event: string,
  ...args: readonly unknown[]
): boolean {
  let isPrevented = false
  emitter.emit(
    event,
    {
      preventDefault: () => {
        isPrevented = true
      },
      get defaultPrevented() {
        return isPrevented
      },
    },
    ...args,
  )
  return !isPrevented
}

/** What a listener gets that has nothing to prevent. */
export const PLAIN_EVENT = { preventDefault: () => {} }
export const PLATFORM = (process.env['MESON_STANDIN_PLATFORM'] ??
  process.platform) as NodeJS.Platform
