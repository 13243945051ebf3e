import * as v from 'valibot'

const filled = v.pipe(v.string(), v.nonEmpty())

/** A backup's snapshot, or a moment within the days that the cluster can go back to. */
export const databaseSource = v.union(
  [
    v.strictObject({ snapshot: filled }),
    v.strictObject({ cluster: filled, time: v.pipe(v.string(), v.isoTimestamp(), v.endsWith('Z')) }),
  ],
  'must be a `snapshot`, or else a `cluster` and a `time` in UTC',
)

type DatabaseSource = v.InferOutput<typeof databaseSource>

/** The stack's parameters that say what its database was made from; nothing is in all of them where it began empty. */
export const sourceParameters = ['FromSnapshot', 'FromCluster', 'FromTime'] as const

/**
 * What `cdk deploy` is told of them. Without a source it is told nothing, and AWS takes what they were: a database that was
 * restored is not made anew because a setting has gone.
 */
export const sourceArguments = (source: DatabaseSource | undefined): string[] => {
  if (!source) return []
  const { snapshot = '', cluster = '', time = '' }: Partial<Record<string, string>> = source
  const values = { FromSnapshot: snapshot, FromCluster: cluster, FromTime: time }
  return sourceParameters.flatMap((name) => ['--parameters', `${name}=${values[name]}`])
}
