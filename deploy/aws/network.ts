import { Stack } from 'aws-cdk-lib'
import * as ec2 from 'aws-cdk-lib/aws-ec2'
import * as logs from 'aws-cdk-lib/aws-logs'
import type { Settings } from './settings.ts'

export const addressRange = '10.0.0.0/16'

/**
 * A stack with fixed zones. Otherwise CDK would look the zones up and store the result in a file among the
 * sources. The sources would then differ from the commit, and the tasks could not report their release.
 */
export class FixedZonesStack extends Stack {
  override get availabilityZones() {
    // `createNetwork` replaces these names with the ids of the settings.
    return [`${this.region}a`, `${this.region}b`]
  }
}

/** Sets zones by id. CDK sets them by name, but a name refers to different zones in different accounts. */
const setZoneIds = (subnets: ec2.ISubnet[], zones: Settings['zones']) => {
  for (const [index, { node }] of subnets.entries()) {
    const subnet = node.defaultChild
    if (!(subnet instanceof ec2.CfnSubnet)) throw new Error('Expected the subnet to have a CfnSubnet.')
    subnet.availabilityZone = undefined
    subnet.availabilityZoneId = zones[index]
  }
}

/**
 * Creates a network in two zones. Its public subnets contain only NAT gateways, through which the server
 * reaches third-party services. The database's subnets have no route to the internet at all.
 */
export const createNetwork = (stack: FixedZonesStack, { zones }: Settings) => {
  const network = new ec2.Vpc(stack, 'Network', {
    ipAddresses: ec2.IpAddresses.cidr(addressRange),
    maxAzs: 2,
    natGateways: 2,
    subnetConfiguration: [
      { name: 'way-out', subnetType: ec2.SubnetType.PUBLIC, cidrMask: 24, mapPublicIpOnLaunch: false },
      { name: 'server', subnetType: ec2.SubnetType.PRIVATE_WITH_EGRESS, cidrMask: 20 },
      { name: 'database', subnetType: ec2.SubnetType.PRIVATE_ISOLATED, cidrMask: 24 },
    ],
    gatewayEndpoints: { S3: { service: ec2.GatewayVpcEndpointAwsService.S3 } },
  })
  for (const subnets of [network.publicSubnets, network.privateSubnets, network.isolatedSubnets])
    setZoneIds(subnets, zones)
  network.addFlowLog('Flows', {
    trafficType: ec2.FlowLogTrafficType.REJECT,
    destination: ec2.FlowLogDestination.toCloudWatchLogs(
      new logs.LogGroup(stack, 'FlowLog', { retention: logs.RetentionDays.ONE_MONTH }),
    ),
  })
  return network
}
