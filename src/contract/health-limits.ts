/** How much of how the app does is told at a time. Apart from the schemas, which the upload worker does without. */
export const healthLimits = { errors: 20, vitals: 60, uploads: 20, count: 10_000 } as const
