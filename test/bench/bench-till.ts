import { SOURCE_PATHS } from '#host/source-paths.ts'

/** A till that is measured: no service of another address, no keyring, nothing logged. */
export const BENCH_TILL = {
  paths: SOURCE_PATHS,
  serviceUrl: null,
  apiKey: null,
  serviceKey: { load: async () => null, save: async () => {} },
  version: 'bench',
  log: () => {},
}
