import { useEffect, useState } from 'react'

/** What was typed, once no more is typed for a moment: each question reads the whole catalogue. */
export function useRested(text: string): string {
  const [rested, setRested] = useState(text)
  useEffect(() => {
    const timer = setTimeout(() => setRested(text), 250)
    return () => clearTimeout(timer)
  }, [text])
  return rested
}
