import type { Stack } from 'aws-cdk-lib'
import * as ec2 from 'aws-cdk-lib/aws-ec2'
import * as logs from 'aws-cdk-lib/aws-logs'

/** What the network may give out. */
export const addresses = '10.0.0.0/16'

/** Two zones: nothing but the way out to the services of others is public, and the database has not even that. */
export const createNetwork = (stack: Stack) => {
  const network = new ec2.Vpc(stack, 'Network', {
    ipAddresses: ec2.IpAddresses.cidr(addresses),
    availabilityZones: [`${stack.region}a`, `${stack.region}b`],
    natGateways: 2,
    subnetConfiguration: [
      { name: 'way-out', subnetType: ec2.SubnetType.PUBLIC, cidrMask: 24, mapPublicIpOnLaunch: false },
      { name: 'server', subnetType: ec2.SubnetType.PRIVATE_WITH_EGRESS, cidrMask: 20 },
      { name: 'database', subnetType: ec2.SubnetType.PRIVATE_ISOLATED, cidrMask: 24 },
    ],
    gatewayEndpoints: { S3: { service: ec2.GatewayVpcEndpointAwsService.S3 } },
  })
  network.addFlowLog('Flows', {
    trafficType: ec2.FlowLogTrafficType.REJECT,
    destination: ec2.FlowLogDestination.toCloudWatchLogs(
      new logs.LogGroup(stack, 'FlowLog', { retention: logs.RetentionDays.ONE_MONTH }),
    ),
  })
  return network
}
