# Loaded before every Ruby program of a trial: a seed for Kernel#rand, shuffle and sample.
seed = ENV['UNFLAKE_RANDOM_SEED']
srand(Integer(seed)) if seed
