/**
 * The limits of a health report. They have their own file, so that the upload worker does not load the
 * schemas.
 */
export const healthLimits = { errors: 20, vitals: 60, uploads: 20, count: 10_000 } as const
