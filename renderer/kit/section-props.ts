/** What every section of the settings gets. */
import type { StaffView } from '#shared/staff/views.ts'
import type { SettingsView } from '#shared/settings/views.ts'

export interface SectionProps {
  readonly settings: SettingsView
  readonly staff: StaffView
}
