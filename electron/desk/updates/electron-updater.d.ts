/** What is used of electron-updater, as its 6.8 has it, and nothing more. */
declare module 'electron-updater' {
  export interface UpdateFile {
    readonly url: string
    readonly sha512: string
    readonly size: number
  }
  export interface UpdateInfo {
    readonly version: string
    readonly files: UpdateFile[]
    readonly path: string
    readonly sha512: string
    readonly releaseDate: string
  }
  export interface ResolvedUpdateFileInfo {
    readonly url: URL
    readonly info: UpdateFile
  }
  export abstract class Provider<Info> {
    constructor(runtime: unknown)
    abstract getLatestVersion(): Promise<Info>
    abstract resolveFiles(info: Info): ResolvedUpdateFileInfo[]
  }
  /** In place of Electron's `app`. */
  export interface AppAdapter {
    readonly version: string
    readonly name: string
    readonly isPackaged: boolean
    readonly appUpdateConfigPath: string
    readonly userDataPath: string
    readonly baseCachePath: string
    whenReady(): Promise<void>
    relaunch(): void
    quit(): void
    onQuit(handler: (exitCode: number) => void): void
  }
  type ProviderClass = new (
    options: unknown,
    updater: unknown,
    runtime: unknown,
  ) => Provider<UpdateInfo>
  export abstract class BaseUpdater {
    constructor(options: null, app: AppAdapter)
    logger: null
    autoDownload: boolean
    autoInstallOnAppQuit: boolean
    allowDowngrade: boolean
    disableDifferentialDownload: boolean
    updateConfigPath: string
    on(event: 'error', listener: (error: Error) => void): this
    setFeedURL(options: { provider: 'custom'; updateProvider: ProviderClass }): void
    checkForUpdates(): Promise<unknown>
    downloadUpdate(): Promise<string[]>
    /** False when it could not be started; why is told by `error`. */
    install(isSilent: boolean, isForceRunAfter: boolean): boolean
  }
  export class DebUpdater extends BaseUpdater {}
  export class AppImageUpdater extends BaseUpdater {}
  export class NsisUpdater extends BaseUpdater {}
}
