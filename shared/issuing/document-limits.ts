/** Limits the specification states, and the ones this house adds (house decisions, "limits"). */
export const DOCUMENT_LIMITS = {
  itemsMax: 1_000,
  descriptionCharsMax: 1_000,
  emailCharsMax: 80,
  contactCharsMax: 80,
  externalReferenceCharsMax: 100,
  infoEntriesMax: 100,
  bodyBytesMax: 1_048_576,
} as const
