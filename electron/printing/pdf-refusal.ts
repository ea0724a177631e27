import type { RefusedPaper } from './raster-protocol.ts'

export function refused(code: RefusedPaper['code'], detail: string): RefusedPaper {
  return { kind: 'refused', code, detail }
}
