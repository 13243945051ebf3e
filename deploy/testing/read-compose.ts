import { readFileSync } from 'node:fs'
import * as v from 'valibot'
import { parse } from 'yaml'

const variables = v.record(v.string(), v.string())

const composeSchema = v.object({
  services: v.object({
    product: v.object({
      build: v.object({ dockerfile: v.string(), target: v.string(), args: variables }),
      environment: variables,
      read_only: v.literal(true),
      ports: v.array(v.string()),
    }),
    database: v.object({ image: v.string(), environment: variables }),
    'stand-ins': v.object({ build: v.object({ target: v.string() }), network_mode: v.string() }),
  }),
})

/** The parts of `deploy/compose.yaml` that the tests check. */
export const readCompose = () =>
  v.parse(composeSchema, parse(readFileSync('deploy/compose.yaml', 'utf8'), { merge: true }))
