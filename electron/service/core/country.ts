/** The countries whose documents the service issues. */
export type Country = 'CHL' | 'ARG' | 'URY'
