/** The health check of the container: succeeds if this copy of the server responds. */
const port = process.env.PORT ?? '8080'
const response = await fetch(`http://localhost:${port}/healthz`).catch(() => undefined)
process.exit(response?.ok ? 0 : 1)
