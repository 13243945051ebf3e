/** The limits of one health report, in their own file because the upload worker does not load the schemas. */
export const healthLimits = { errors: 20, vitals: 60, uploads: 20, count: 10_000 } as const
