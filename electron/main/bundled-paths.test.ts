import { expect, it } from 'vitest'
import { bundledPaths } from './shell.ts'

it('finds its files in a source run and in a packed application', () => {
  expect(bundledPaths(false, '/app', '/opt/r', '/app/out/main')).toMatchObject({
    resourcesDir: '/app/resources',
    rendererDir: '/app/out/renderer',
  })
  expect(bundledPaths(true, '/app', '/opt/r', '/opt/r/app.asar/out/main')).toMatchObject({
    resourcesDir: '/opt/r/resources',
    rasterWorkerFile: '/opt/r/app.asar/out/main/raster-worker.js',
  })
})
