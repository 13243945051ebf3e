import { Validations } from 'aws-cdk-lib'
import type { IConstruct } from 'constructs'

/** Suppresses one rule of cdk-nag below a construct, with a reason. */
export const suppressRule = (construct: IConstruct, rule: string, reason: string) =>
  Validations.of(construct).acknowledge({ id: `AwsSolutions-${rule}`, reason })
