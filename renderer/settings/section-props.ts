/** What every section of the settings gets. */
import type { StaffView } from '#shared/staff/views.ts'
import type { SettingsView } from '#shared/bridge/views.ts'

export interface SectionProps {
  readonly settings: SettingsView
  readonly staff: StaffView
}
