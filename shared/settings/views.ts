/** The settings, as a screen sees them. */
import type { Emission } from '../selling/payment/emission.ts'
import type { KeyPlace } from './key-place.ts'
import type { SettingValues } from './rows.ts'

/** The rows of the settings, and what is told of those with a life of their own. */
export interface SettingsView extends SettingValues {
  /**
   * The address the till was started with; it wins over the stored one and cannot be changed here.
   */
  readonly serviceUrlFromHost: string | null
  /** Base URL of the service; null = the embedded one. */
  readonly serviceUrl: string | null
  /** Null = the service is asked. */
  readonly companyId: string | null
  /** As it is typed: `39=FCE, 61=NCE`. */
  readonly pathCodes: string
  /** Last four characters of the stored key; the key itself never comes back. */
  readonly apiKeyTail: string | null
  readonly keyPlace: KeyPlace
  /** Null until the owner has said it. */
  readonly emission: Emission | null
}
