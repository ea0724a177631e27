/** The emission model as it is saved: with its day, and the methods of payment that follow it. */
import type { SettingsView } from '#shared/settings/views.ts'
import type { IsoDate } from '#shared/core/brand.ts'
import type { Refusal } from '#shared/languages/refusals.ts'
import { ok, refuse, type Result } from '#shared/core/result.ts'
import { emissionProblem, methodsUnder } from '#shared/selling/payment/emission.ts'
import type { CheckedSettings, SettingsChange } from './check-settings.ts'

/** Methods given in the same change are the owner's own word, and are judged as such. */
export function followEmission(
  change: CheckedSettings,
  { emissionModel }: Pick<SettingsChange, 'emissionModel'>,
  current: Pick<SettingsView, 'emission' | 'paymentMethods'>,
  today: IsoDate,
): Result<CheckedSettings, Refusal> {
  const isNew = emissionModel !== undefined && emissionModel !== current.emission?.model
  const emission = isNew ? { model: emissionModel, since: today } : current.emission
  const given = change.paymentMethods
  const problem = given === undefined ? null : emissionProblem(given, emission?.model)
  if (problem !== null) return refuse(problem)
  if (!isNew) return ok(change)
  const paymentMethods = given ?? methodsUnder(emissionModel, current.paymentMethods)
  return ok({ ...change, emission, paymentMethods })
}
