"""What proofs and benchmarks are made of: processes, sites, people who play, ledgers, time that is shown."""
