/** The core's process as Node starts it, for the bench: what Electron calls parentPort over IPC. */
const port = {
  postMessage: (message: unknown) => void process.send?.(message),
  on: (_event: 'message', listener: (event: { readonly data: unknown }) => void) =>
    process.on('message', (data) => listener({ data })),
}
Object.defineProperty(process, 'parentPort', { value: port })
process.once('disconnect', () => process.exit(0))
await import('../../electron/host/core-process/core.ts')
