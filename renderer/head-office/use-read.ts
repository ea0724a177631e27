/** What a part of the page reads, again after each change. */
import { useCallback, useEffect, useState } from 'react'
import type { z } from 'zod'
import { askService, type Answer, type Refused } from './ask-service.ts'

export interface Read<Value> {
  /** The last that came; null before the first. */
  readonly value: Value | null
  readonly refused: Refused | null
  readonly again: () => void
}

/** `schema`: the same object at each call. */
export function useRead<Schema extends z.ZodType>(
  schema: Schema,
  path: string,
): Read<z.output<Schema>> {
  const [come, setCome] = useState<Answer<z.output<Schema>> | null>(null)
  const [value, setValue] = useState<z.output<Schema> | null>(null)
  const [times, setTimes] = useState(0)
  useEffect(() => {
    let isWanted = true
    void askService(schema, 'GET', path).then((answer) => {
      // An answer to what was asked before must not stand under what is asked now.
      if (!isWanted) return
      setCome(answer)
      if (answer.ok) setValue(answer.value)
    })
    return () => {
      isWanted = false
    }
  }, [schema, path, times])
  const again = useCallback(() => setTimes((count) => count + 1), [])
  return { value, refused: come === null || come.ok ? null : come.refused, again }
}
