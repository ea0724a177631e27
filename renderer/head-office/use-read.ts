/** What a part of the page reads, again after each change. */
import { useCallback, useEffect, useState } from 'react'
import type { z } from 'zod'
import { askService, type Answer, type Refused } from './ask-service.ts'

export interface Read<Value> {
  /** The last that came of this path; null before the first. */
  readonly value: Value | null
  readonly refused: Refused | null
  readonly again: () => void
}

interface Come<Value> {
  readonly path: string
  readonly answer: Answer<Value>
  readonly value: Value | null
}

/** `schema`: the same object at each call. */
export function useRead<Schema extends z.ZodType>(
  schema: Schema,
  path: string,
): Read<z.output<Schema>> {
  const [come, setCome] = useState<Come<z.output<Schema>> | null>(null)
  const [times, setTimes] = useState(0)
  useEffect(() => {
    let isWanted = true
    void askService(schema, 'GET', path).then((answer) => {
      if (!isWanted) return
      setCome((before) => {
        const known = before?.path === path ? before.value : null
        return { path, answer, value: answer.ok ? answer.value : known }
      })
    })
    return () => {
      isWanted = false
    }
  }, [schema, path, times])
  // Whoever comes back to the page sees what is so now; one that nobody looks at asks nothing, and
  // its session ends.
  useEffect(() => {
    const look = () => {
      if (document.visibilityState === 'visible') setTimes((count) => count + 1)
    }
    document.addEventListener('visibilitychange', look)
    return () => document.removeEventListener('visibilitychange', look)
  }, [])
  const again = useCallback(() => setTimes((count) => count + 1), [])
  // An answer to what was asked before must not stand under what is asked now.
  const now = come?.path === path ? come : null
  return {
    value: now?.value ?? null,
    refused: now?.answer.ok === false ? now.answer.refused : null,
    again,
  }
}
