import { fileURLToPath } from 'node:url'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'electron-vite'

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url))

/** The Electron shell and the screen. The till core itself needs no build: Node runs its TypeScript as it stands. */
export default defineConfig({
  main: {
    build: {
      outDir: 'out/main',
      // Each entry is a program of its own: the shell, and what runs beside it in processes and workers.
      rollupOptions: {
        input: {
          index: here('./electron/main/index.ts'),
          service: here('./electron/service/main.ts'),
          'render-worker': here('./electron/service/pdf/render-worker.ts'),
          'backup-worker': here('./electron/till/safety/backup-worker.ts'),
          'paper-worker': here('./electron/paper/paper-worker.ts'),
          'raster-worker': here('./electron/printing/raster-worker.ts'),
          'usb-host': here('./electron/printing/usb/usb-host.ts'),
        },
      },
    },
  },
  renderer: {
    root: here('./renderer'),
    base: './',
    plugins: [react()],
    resolve: { alias: { '#shared': here('./shared') } },
    build: {
      outDir: here('./out/renderer'),
      emptyOutDir: true,
      target: 'chrome132',
      // The content security policy allows fonts and styles from the till itself only: nothing may become a data: URL.
      assetsInlineLimit: 0,
      // Electron and the kiosk both know module preload; the polyfill would be one more script to allow.
      modulePreload: { polyfill: false },
      rollupOptions: { input: here('./renderer/index.html') },
    },
  },
})
