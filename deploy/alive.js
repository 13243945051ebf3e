/** The health check of the container: succeeds if this copy of the server responds. */
const port = process.env.PORT ?? '8080'
// A copy that cannot be reached fails the check like a copy that reports an error.
const response = await fetch(`http://localhost:${port}/healthz`).catch(() => undefined)
process.exit(response?.ok ? 0 : 1)
