import { use, type ComponentType, type FunctionComponent } from 'react'

const RETRY_MS = 1_000

type Later<Props> = FunctionComponent<Props> & {
  /** Fetches the part; once that is done it is drawn without waiting. */
  readonly preload: () => Promise<void>
}

/**
 * As React marks a promise it has waited for: what is there already is drawn at once, even the
 * first time. Asked in every render: React holds it against whoever asks in one and not in the
 * next.
 */
function marked(promise: Promise<void>): Promise<void> {
  void promise.then(() => Object.assign(promise, { status: 'fulfilled', value: undefined }))
  return promise
}

/**
 * A part of the screen that comes after the first picture. Needed sooner, the nearest Suspense
 * waits for it.
 */
export function later<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
): Later<Props> {
  let Part: ComponentType<Props> | null = null
  let loading: Promise<void> | null = null
  const fetchPart = async (): Promise<void> => {
    while (Part === null) {
      try {
        Part = await load()
      } catch {
        // The core is away for a moment; the banner says so.
        await new Promise((resolve) => setTimeout(resolve, RETRY_MS))
      }
    }
  }
  const preload = () => {
    loading ??= marked(fetchPart())
    return loading
  }
  function LaterPart(props: Props) {
    use(preload())
    return Part === null ? null : <Part {...props} />
  }
  return Object.assign(LaterPart, { preload })
}
